/** The rules of editors (SYS-07) as the worker keeps them (sw/moved-pages.ts): it writes, worker and page read. */
import { apiBase, endpoints } from '#contract/calls/endpoints.ts';
import type { Redirect } from '#contract/channel.ts';

export const keptRulesAt = {
  cache: 'arimas-rules',
  address: `${apiBase}${endpoints.redirects.path}?itemsPerPage=9999`,
} as const;

const isRule = (one: unknown): one is Redirect =>
  typeof one === 'object' &&
  one !== null &&
  'source' in one &&
  typeof one.source === 'string' &&
  'target' in one &&
  typeof one.target === 'string' &&
  'only404' in one;

/** The rules that an answer names, or none. */
export function rulesOf(answer: unknown): Redirect[] {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
  return Array.isArray(data) ? data.filter(isRule) : [];
}

/** As the rules were when the worker got them last; a device without a worker has none. */
export async function keptRules(): Promise<Redirect[]> {
  try {
    const answer = await (await caches.open(keptRulesAt.cache)).match(keptRulesAt.address);
    return answer ? rulesOf(await answer.json()) : [];
  } catch {
    // Storage that cannot be read: pages stand as they are.
    return [];
  }
}

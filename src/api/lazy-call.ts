import type { CallerOptions } from './call.ts';
import { onceFetched } from '#lib/once-fetched.ts';
import type { Call } from './shop.ts';

/**
 * The caller for the browser, fetched with the first call: the first page brings its data with it, so neither the
 * table of endpoints nor the code that speaks to them is needed to show it.
 */
export function createLazyCall(options: CallerOptions): Call {
  const loaded = onceFetched(async () => (await import('./call.ts')).createCall(options));
  const call = async (name: never, input: never): Promise<unknown> => (await loaded())(name, input);
  return call as unknown as Call;
}

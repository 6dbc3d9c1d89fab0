/** Reads what a call brings and checks it by the shapes of the contract; whatever does not fit is refused (contract 1.6). */
import type { Endpoint } from '#contract/calls/endpoints.ts';
import type { Violation } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locale.ts';
import type { z } from '#lib/zod.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { fieldRules, type FieldName, type FieldRule } from '#domain/fields/field-rules.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { isStreamSafe } from '#server/text/stream-safe.ts';
import { readText } from './read-body.ts';

/** @throws ApiFailure 400 `body.invalid` for what would take long to compose, and is no text */
function compose(text: string): string {
  if (!isStreamSafe(text)) throw new ApiFailure(400, 'body.invalid');
  return text.normalize('NFC');
}

/**
 * One spelling of what people type: accented letters in one sign (NFC), since fonts of papers and comparisons know no other;
 * half a character has no place in JSON of the database.
 */
const composed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? compose(value.replaceAll(/\p{Cs}/gu, '\uFFFD')) : value;

/**
 * Properties, items, objects and lists of one body, in all (contract 1.1): the fullest order from the field has 7,500. What has
 * more is no call, and naming each of them in an answer would be work and bytes that its sender pays nothing for.
 */
export const mostParts = 8_000;
/** Violations that are told: whoever wrote a wrong client has enough to go on with (contract 1.6). */
export const mostViolations = 50;

/**
 * The JSON text of a body of at most 256 KiB; '' where there is none.
 * @throws ApiFailure as `readText`; 415 `body.media_type`
 */
export async function readBody(request: Request): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const text = await readText(request);
  if (
    text.length > 0 &&
    type !== 'application/json' &&
    !(request.method === 'PATCH' && type === 'application/merge-patch+json')
  ) {
    throw new ApiFailure(415, 'body.media_type');
  }
  return text;
}

/**
 * What a body says, at most 16 deep; none is an empty object.
 * @param isVerbatim what somebody signed stays as it was written
 * @throws ApiFailure 400 `body.invalid`
 */
export function parseBody(text: string, isVerbatim = false): unknown {
  if (text.length === 0) return {};
  if (hasTooManyParts(text))
    throw new ApiFailure(400, 'body.invalid', {
      violations: [{ propertyPath: '', message: 'Not valid', code: 'too_big' }],
    });
  let value: unknown;
  try {
    // Composed as a whole, which costs little; only what stands there as its code must be looked for value by value.
    const isCoded = !isVerbatim && text.includes('\\u');
    value = JSON.parse(isVerbatim ? text : compose(text), isCoded ? composed : undefined);
  } catch {
    throw new ApiFailure(400, 'body.invalid');
  }
  if (!isPlain(value, 16)) throw new ApiFailure(400, 'body.invalid');
  return value;
}

/** Counted in the text, before anything is made of it. */
function hasTooManyParts(text: string): boolean {
  // The shortest part is one sign with its comma.
  if (text.length < 2 * mostParts) return false;
  let parts = 0;
  for (let at = 0; at < text.length && parts <= mostParts; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ',' || sign === '{' || sign === '[') parts += 1;
  }
  return parts > mostParts;
}

/** Where a JSON text ends that begins at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

/** No names that reach prototypes, nothing deeper than `depth`, no NUL (Postgres text cannot hold it). */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((one) => isPlain(one, depth - 1));
  return Object.entries(value).every(
    ([name, one]) =>
      name !== '__proto__' &&
      name !== 'constructor' &&
      name !== 'prototype' &&
      !name.includes('\0') &&
      isPlain(one, depth - 1),
  );
}

/** Path parameters that cannot name anything are simply not found. */
export function readParams(
  shape: z.ZodMiniType | undefined,
  params: Record<string, string>,
  endpoint: Endpoint,
): unknown {
  if (!shape) return params;
  const result = shape.safeParse(params);
  if (result.success) return result.data;
  throw new ApiFailure(
    404,
    endpoint.absent ?? `${endpoint.path.includes('/orders/') ? 'order.' : ''}not_found`,
  );
}

/**
 * Of a group of a query (`order[…]`, `filter[…]`) shapes leave out a field `__proto__` in silence: under a name that nothing has
 * it is refused as any other unknown field.
 */
const withAllNames = (group: unknown): unknown =>
  typeof group === 'object' && group !== null && Object.hasOwn(group, '__proto__')
    ? Object.fromEntries(
        Object.entries(group).map(([name, value]) => [name === '__proto__' ? ' __proto__' : name, value]),
      )
    : group;

export function readInput(
  shape: z.ZodMiniType | undefined,
  value: unknown,
  where: 'params' | 'query' | 'body',
  locale: string = defaultLocale,
): unknown {
  if (!shape) return undefined;
  const given =
    where === 'query' && typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, group]) => [name, withAllNames(group)]))
      : value;
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const { issues } = result.error;
  if (where === 'body') refuseTooLong(issues, locale);
  throw new ApiFailure(400, where === 'body' ? 'body.invalid' : 'query.invalid', {
    violations: violationsOf(issues),
  });
}

/** Fields that are called otherwise in their rule: those of reviews and of gift wrap alone. */
const ruleNames: ReadonlyMap<string, FieldName> = new Map([
  ['title', 'reviewTitle'],
  ['comment', 'reviewComment'],
  ['message', 'giftWrapMessage'],
]);
const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldRules, name);

/**
 * Longer than anybody types is a mistake of whoever filled in a form, and told at its field.
 * @throws ApiFailure 422 `form.invalid` with `maxLength` at each such field, where nothing else is wrong
 */
function refuseTooLong(issues: readonly z.core.$ZodIssue[], locale: string): void {
  if (!issues.every(isTooLong)) return;
  const violations = issues.slice(0, mostViolations).flatMap((issue): Violation[] => {
    const last = String(issue.path.at(-1));
    const name = /password$/i.test(last) ? 'password' : (ruleNames.get(last) ?? last);
    const most = isFieldName(name) ? (fieldRules[name] as FieldRule).max : undefined;
    const n = Math.min(Number(issue.maximum), most ?? Infinity);
    return toViolations(issue).map((one) => ({
      ...one,
      message: errorText('field.max', locale, { n }),
      code: 'maxLength',
    }));
  });
  throw new ApiFailure(422, 'form.invalid', { violations });
}

const isTooLong = (issue: z.core.$ZodIssue): issue is z.core.$ZodIssueTooBig =>
  issue.code === 'too_big' && issue.origin === 'string' && Number(issue.maximum) >= 1000;

function violationsOf(issues: readonly z.core.$ZodIssue[]): Violation[] {
  const violations: Violation[] = [];
  for (const issue of issues) {
    const left = mostViolations - violations.length;
    if (left === 0) break;
    violations.push(...toViolations(issue, left));
  }
  return violations;
}

/** One violation per issue, of unknown names the first; zod's own words never leave the server (they carry no locale). */
function toViolations(issue: z.core.$ZodIssue, most = mostViolations): Violation[] {
  const path = issue.path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, most).map((name) => ({
      propertyPath: at(name),
      message: 'Unknown property',
      code: 'unrecognized_keys',
    }));
  }
  return [{ propertyPath: path, message: 'Not valid', code: issue.code }];
}

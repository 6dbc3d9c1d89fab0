/** Reads what a call brings and checks it by the shapes of the contract; whatever does not fit is refused (contract 1.6). */
import type { Endpoint } from '#contract/calls/endpoints.ts';
import type { Violation } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locale.ts';
import type { z } from '#lib/zod.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { fieldRules, type FieldName, type FieldRule } from '#domain/fields/field-rules.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { readText } from './read-body.ts';

/**
 * One spelling of what people type: accented letters in one sign (NFC), since fonts of papers and comparisons know no other;
 * half a character has no place in JSON of the database.
 */
const composed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\p{Cs}/gu, '\uFFFD').normalize('NFC') : value;

/**
 * Reads a JSON body of at most 256 KiB and depth 16; an empty body is an empty object.
 * @param isVerbatim what somebody signed stays as it was written
 */
export async function readBody(request: Request, isVerbatim = false): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const text = await readText(request);
  if (text.length === 0) return {};
  if (
    type !== 'application/json' &&
    !(request.method === 'PATCH' && type === 'application/merge-patch+json')
  ) {
    throw new ApiFailure(415, 'body.media_type');
  }
  let value: unknown;
  try {
    const isPlainText = isVerbatim || !/[^\0-\x7f]|\\u/.test(text);
    value = JSON.parse(text, isPlainText ? undefined : composed);
  } catch {
    throw new ApiFailure(400, 'body.invalid');
  }
  if (!isPlain(value, 16)) throw new ApiFailure(400, 'body.invalid');
  return value;
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
  if (where === 'body') refuseTooLong(result.error.issues, locale);
  const violations = result.error.issues.flatMap(toViolations);
  throw new ApiFailure(400, where === 'body' ? 'body.invalid' : 'query.invalid', { violations });
}

/** Fields that are called otherwise in their rule: those of reviews and of gift wrap alone. */
const ruleNames: Readonly<Record<string, FieldName>> = {
  title: 'reviewTitle',
  comment: 'reviewComment',
  message: 'giftWrapMessage',
};

/**
 * Longer than anybody types is a mistake of whoever filled in a form, and told at its field.
 * @throws ApiFailure 422 `form.invalid` with `maxLength` at each such field, where nothing else is wrong
 */
function refuseTooLong(issues: readonly z.core.$ZodIssue[], locale: string): void {
  const violations = issues.flatMap((issue): Violation[] => {
    if (issue.code !== 'too_big' || issue.origin !== 'string' || Number(issue.maximum) < 1000) return [];
    const last = String(issue.path.at(-1));
    const name = /password$/i.test(last) ? 'password' : (ruleNames[last] ?? last);
    const most = name in fieldRules ? (fieldRules[name as FieldName] as FieldRule).max : undefined;
    const n = Math.min(Number(issue.maximum), most ?? Infinity);
    return toViolations(issue).map((one) => ({
      ...one,
      message: errorText('field.max', locale, { n }),
      code: 'maxLength',
    }));
  });
  if (violations.length === issues.length) throw new ApiFailure(422, 'form.invalid', { violations });
}

/** One violation per issue; zod's own words never leave the server (they carry no locale). */
function toViolations(issue: z.core.$ZodIssue): Violation[] {
  const path = issue.path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({
      propertyPath: at(name),
      message: 'Unknown property',
      code: 'unrecognized_keys',
    }));
  }
  return [{ propertyPath: path, message: 'Not valid', code: issue.code }];
}

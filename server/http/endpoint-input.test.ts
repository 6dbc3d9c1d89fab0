/** What a body may bring, and what its refusal costs: no more is read, judged and told than helps whoever sent it. */
import { expect, test } from 'vitest';
import { shapes, type Shape } from '#contract/calls/shapes.ts';
import { z } from '#lib/zod.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { mostParts, mostViolations, parseBody, readBody, readInput } from './endpoint-input.ts';

const request = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
/** What is told of a body that is refused. */
async function refusalOf(shape: z.ZodMiniType, text: string): Promise<ApiFailure> {
  try {
    readInput(shape, parseBody(await readBody(request(text))), 'body', 'en');
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
  throw new Error('It was taken.');
}
const cart = shapes.pickUpCart.body;

/** Properties and items of the fullest value of a shape. */
function partsOf(schema: Record<string, unknown>): number {
  const { anyOf, allOf, type, maxItems, items, properties, additionalProperties } = schema as {
    [name: string]: never;
  } & {
    anyOf?: Record<string, unknown>[];
    allOf?: Record<string, unknown>[];
    type?: string;
    maxItems?: number;
    items?: Record<string, unknown>;
    properties?: Record<string, Record<string, unknown>>;
    additionalProperties?: unknown;
  };
  if (anyOf) return Math.max(...anyOf.map(partsOf));
  if (allOf) return allOf.reduce((sum, one) => sum + partsOf(one), 0);
  if (type === 'array') return 1 + (maxItems ?? Infinity) * (1 + partsOf(items ?? {}));
  if (type !== 'object') return 0;
  if (typeof additionalProperties === 'object') return Infinity;
  return 1 + Object.values(properties ?? {}).reduce((sum, one) => sum + 1 + partsOf(one), 0);
}

test('the fullest body of each call is read', () => {
  for (const [name, shape] of Object.entries<Shape>(shapes)) {
    // Its fields are those of the gateway.
    if (!shape.body || name === 'confirmPayment') continue;
    const parts = partsOf(z.toJSONSchema(shape.body, { io: 'input', unrepresentable: 'any' }));
    expect([name, parts, parts < mostParts]).toEqual([name, parts, true]);
  }
});

test.each([
  ['properties', `{${Array.from({ length: 26_000 }, (_, n) => `"${n.toString(36)}":1`).join()}}`],
  ['items', `{"exceptTokens":[${Array.from({ length: 120_000 }, () => 1).join()}]}`],
  ['empty objects', `{"exceptTokens":[${Array.from({ length: 80_000 }, () => '{}').join()}]}`],
  ['lists', '['.repeat(200_000)],
])('a body of more %s than any call takes is refused as one', async (_, text) => {
  const failure = await refusalOf(cart, text);
  expect([failure.status, failure.errorCode, failure.options.violations]).toEqual([
    400,
    'body.invalid',
    [{ propertyPath: '', message: 'Not valid', code: 'too_big' }],
  ]);
});

test('signs within a text are no parts', async () => {
  const comment = String.raw`{[,"\,`.repeat(10_000);
  const given = { product: 'DS1001', rating: 5, comment, reviewToken: 'x' };
  const failure = await refusalOf(shapes.writeReview.body, JSON.stringify(given));
  expect([failure.status, failure.options.violations?.map(({ code }) => code)]).toEqual([422, ['maxLength']]);
});

test('of unknown properties the first are named, in an object and over many lines', async () => {
  const many = Object.fromEntries(Array.from({ length: 2 * mostViolations }, (_, n) => [`a${n}`, 1]));
  const { options } = await refusalOf(cart, JSON.stringify(many));
  expect(options.violations?.map(({ propertyPath }) => propertyPath)).toEqual(
    Object.keys(many).slice(0, mostViolations),
  );
  const lines = Array.from({ length: 500 }, () => ({ a: 1, b: 1, c: 1 }));
  const ofLines = await refusalOf(shapes.placeIntent.body, JSON.stringify({ lines }));
  expect(ofLines.options.violations).toHaveLength(mostViolations);
});

test('too long texts that are many are told as far as helps', async () => {
  const lines = Array.from({ length: 100 }, () => ({
    productVariantCode: 'x',
    quantity: 1,
    whenShort: 'x'.repeat(2000),
  }));
  const { options } = await refusalOf(shapes.placeIntent.body, JSON.stringify({ lines }));
  expect(options.violations?.length).toBeLessThanOrEqual(mostViolations);
});

test('texts are read composed and whole, escaped or not', async () => {
  const read = async (text: string, isVerbatim = false) =>
    parseBody(await readBody(request(text)), isVerbatim);
  const typed = 'Z\u030C "u\u0301"';
  expect(await read(JSON.stringify({ a: typed }))).toEqual({ a: 'Ž "ú"' });
  expect(await read(String.raw`{"a":"Z\u030C\ud800"}`)).toEqual({ a: 'Ž\uFFFD' });
  expect(await read('["\u0338"]')).toEqual(['\u0338']);
  expect(await read(JSON.stringify({ a: typed }), true)).toEqual({ a: typed });
});

const wrongOrder = '\u0301'.repeat(60_000) + '\u0316'.repeat(60_000);
const byCode = (text: string) =>
  text.replaceAll(/\p{M}/gu, (mark) => `\\u0${mark.charCodeAt(0).toString(16)}`);
test.each([
  ['in a run', JSON.stringify({ email: wrongOrder })],
  ['alternating', JSON.stringify({ email: '\u0301\u0316'.repeat(60_000) })],
  ['in the name of a property', JSON.stringify({ [wrongOrder]: 1 })],
  ['written by their codes', byCode(JSON.stringify({ email: '\u0301\u0316'.repeat(20_000) }))],
  ['written by their codes in a name', byCode(JSON.stringify({ ['\u0301\u0316'.repeat(20_000)]: 1 }))],
])('accents without end, %s, are no text and cost nothing', async (_, text) => {
  const start = performance.now();
  const failure = await refusalOf(shapes.signIn.body, text);
  expect([failure.status, failure.errorCode]).toEqual([400, 'body.invalid']);
  expect(performance.now() - start).toBeLessThan(300);
});
test('thirty accents on one letter are text still', async () => {
  const typed = `a${'\u0301'.repeat(30)}`.repeat(4000);
  expect(parseBody(await readBody(request(JSON.stringify({ a: typed }))))).toEqual({
    a: typed.normalize('NFC'),
  });
});

test.each(['gzip', 'br', 'deflate, gzip', 'x'])('a body encoded as %s is refused', async (encoding) => {
  await expect(readBody(request('{}', { 'Content-Encoding': encoding }))).rejects.toMatchObject({
    status: 415,
    options: { headers: { 'Accept-Encoding': 'identity' } },
  });
});
test('a body that says it is not encoded is read', async () => {
  expect(await readBody(request('{}', { 'Content-Encoding': 'Identity' }))).toBe('{}');
});

/**
 * `intent CODE`: an order that came as text (SMS, e-mail, QR code) is placed like one that came over the network: the same
 * call, the same checks, the same key. Whoever comes second gets the order that the first made (contract CHK-19).
 */
import { existsSync, readFileSync } from 'node:fs';
import { apiBase, endpoints, header } from '#contract/calls/endpoints.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { PlacedIntent } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paidByMeans } from '#domain/cart/paid-by.ts';
import { decodeIntent, type IntentTextFault } from '#domain/waiting/intent-text.ts';
import { CommandError } from './command-error.ts';
import { decodeGiven, readGivenFile } from './read-given-file.ts';
import { counted, euros } from '#server/text/told-table.ts';

const faults: Record<IntentTextFault, string> = {
  none: 'There is no order in this text: it should have ARIMAS1: at its beginning and * at its end.',
  newer: 'The text was made by a newer version of the shop. Update this one first.',
  damaged: 'The text is damaged or cut off. Ask for it once more.',
};

/** The text of the order: `-` reads standard input, the name of a file reads the file, anything else is the text. */
export function readIntentText(words: readonly string[]): string {
  const given = words.join(' ').trim();
  if (given === '-') return decodeGiven(readFileSync(0), 'The text');
  const looksLikeFile = !/ARIMAS\d+:/i.test(given) && given.length < 1024;
  if (!looksLikeFile) return given;
  if (!existsSync(given)) throw new CommandError(`${faults.none} There is no file of this name either.`);
  return readGivenFile(given);
}

/** What is left to pay, and what gift cards pay beside it where that is said; cents. */
const sums = (total: number, paid = 0): string =>
  paid === 0 ? euros(total) : `${euros(total)} and ${euros(paid)} of gift cards`;

/** Places the order; the line for the keeper. `origin`: address of the shop, for the links of the mail. */
export async function placeIntentText(
  app: { request(path: string, init?: RequestInit): Promise<Response> },
  text: string,
  origin = 'http://localhost:3000',
): Promise<string> {
  const decoded = decodeIntent(text);
  if (!decoded.ok) throw new CommandError(faults[decoded.fault]);
  const { key, channel, locale, body } = decoded.message;
  const answer = await app.request(origin + apiBase + endpoints.placeIntent.path, {
    method: endpoints.placeIntent.method,
    headers: {
      'Content-Type': 'application/json',
      [header.channel]: channel,
      [header.locale]: locale,
      [header.idempotencyKey]: key,
    },
    body: JSON.stringify(body),
  });
  if (answer.status === 201) {
    const order = (await answer.json()) as PlacedIntent;
    const pieces = order.items.reduce((sum, item) => sum + item.quantity, 0);
    const told = `Order ${order.number ?? ''}: ${counted(pieces, 'piece')} in ${counted(order.items.length, 'line')}, ${euros(order.total)}, for ${order.customer?.email ?? ''}.`;
    return answer.headers.get('idempotency-replayed') === 'true'
      ? `${told} It was placed before with the same key: nothing was bought again.`
      : [told, ...order.warnings.map((warning) => warning.detail)].join('\n');
  }
  const refused = (await answer.json()) as ApiErrorBody;
  const now = refused.context?.['order'] as Order | undefined;
  throw new CommandError(
    [
      `Not ordered: ${refused.errorCode}. ${refused.detail ?? refused.message}`,
      ...refused.violations.map((one) => `  ${one.propertyPath}: ${one.message}`),
      ...(now === undefined
        ? []
        : [
            `  The buyer agreed to ${sums(body.expectedTotal, body.expectedPaid)}; today it would be ${sums(now.total, paidByMeans(now))}.`,
          ]),
    ].join('\n'),
  );
}

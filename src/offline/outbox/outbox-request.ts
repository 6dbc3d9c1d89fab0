/** One waiting command as a request, and what an answer means: only our own word ends anything (I11, contract 1.8). */
import { exchange, type Answer, type Means, type Refusal, type Reply } from '#api/wire.ts';
import type { OrderIntentOutcome } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import {
  isMessage,
  isOrderEntry,
  type CommandAnswer,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';

export type Outcome =
  /** Ours, done, and it echoes the key. `order` where the answer is one. */
  | { kind: 'done'; order: Order | null }
  /** Ours, and it says no. */
  | { kind: 'refused'; answer: CommandAnswer }
  /** The cart of this order is one already, placed by another press; `order` as the shop has it, null where it does not show it. */
  | { kind: 'ordered before'; placed: { tokenValue: string; number: unknown }; order: Order | null }
  /** Whether it was done is not known: the same key again, after `pause` ms at least where the shop said so. */
  | { kind: 'unknown'; pause: number; answered: boolean; trouble?: CommandAnswer }
  /** It never left the device: there was no token to send it with. */
  | { kind: 'not sent' }
  /** Our answer, but not to be sent again as it is. */
  | { kind: 'unfit'; answer: CommandAnswer | null }
  /** The session is over: waits for the same person. */
  | { kind: 'signed out' }
  /** The shop cannot be told not to take an order: it goes on as one. */
  | { kind: 'not stopped' };

/** Sends once and judges what came back. Never throws. */
export async function sendCommand(
  command: WaitingCommand,
  {
    bearer,
    userKey,
    ...means
  }: Means & {
    bearer?: string;
    /** Of the customer whose change it is (contract 1.2). */
    userKey?: string | null;
  },
): Promise<Outcome> {
  const { id, kind, params, body, locale, channel } = command;
  const call = { name: kind, params, body, locale, channel, bearer, userKey, idempotencyKey: id };
  const outcome = command.isStopping
    ? await stopOrder(command, bearer, means)
    : judge(command, await exchange({ ...call, isForShopAlone: true }, means));
  if (outcome.kind !== 'refused' || !isOrderEntry(command)) return outcome;
  return orderedBefore(outcome, { locale, channel, bearer }, means);
}

/** One cart is one order: of a refusal that says so, the order that there is; of another the refusal. */
async function orderedBefore(
  refused: Extract<Outcome, { kind: 'refused' }>,
  who: { locale: string; channel: string; bearer: string | undefined },
  means: Means,
): Promise<Outcome> {
  const { errorCode, context } = refused.answer;
  const { tokenValue, number } = context;
  if (errorCode !== 'cart.already_completed' || typeof tokenValue !== 'string') return refused;
  const question = { ...who, name: 'order' as const, params: { token: tokenValue }, isForShopAlone: true };
  const reply = await exchange(question, means);
  // What this device has agreed to is not what was ordered: it is asked until the shop has said which it is.
  if (reply.kind !== 'ours') return unknown(0, false);
  if (reply.status === 429 || reply.status > 499) return unknown(reply.pause, true);
  const order = reply.refusal === undefined && isOrder(reply.value) ? reply.value : null;
  return { kind: 'ordered before', placed: { tokenValue, number }, order };
}

/**
 * Tells the shop not to take an order that it may have (contract CHK-21). Its answer says what became of the key; anything else says
 * nothing, and the order stays as it is.
 */
async function stopOrder(
  { id, locale, channel }: WaitingCommand,
  bearer: string | undefined,
  means: Means,
): Promise<Outcome> {
  const reply = await exchange(
    {
      name: 'withdrawIntent',
      params: { key: id },
      locale,
      channel,
      bearer,
      isForShopAlone: true,
    },
    means,
  );
  if (reply.kind !== 'ours') return unknown(0, false);
  const { status, pause, refusal, value } = reply;
  if (status === 401) return { kind: 'signed out' };
  if (refusal !== undefined)
    return status === 404 || status === 405 ? { kind: 'not stopped' } : unknown(pause, true);
  if (!isRecord(value) || value['idempotencyKey'] !== id) return unknown(pause, true);
  const { outcome, order, error } = value as Partial<OrderIntentOutcome>;
  if (outcome === 'placed' && isOrder(order)) return { kind: 'done', order };
  if (outcome !== 'refused' || error === undefined) return unknown(pause, true);
  const { code, errorCode, message, detail, violations, context = {} } = error;
  return {
    kind: 'refused',
    answer: { status: code, errorCode, message: detail ?? message, violations, context },
  };
}

const unknown = (pause: number, answered: boolean): Extract<Outcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  pause,
  answered,
});

/** What an answer means for the command. */
function judge(command: Pick<WaitingCommand, 'id' | 'kind'>, reply: Reply): Outcome {
  // The shop's id of a line is not known.
  if (reply.kind === 'unaddressed') return { kind: 'unfit', answer: null };
  if (reply.kind !== 'ours') return unknown(0, false);
  const { status, pause, echo, value } = reply;
  if (echo !== null && echo !== command.id) return unknown(pause, false);
  if (reply.refusal === undefined) {
    if (echo !== command.id) return unknown(pause, true);
    if (status === 204 && command.kind === 'clearCart') return { kind: 'done', order: null };
    // What became of a message its own page asks about, if at all: our marker and the key are the proof.
    if (isMessage(command) && isRecord(value)) return { kind: 'done', order: null };
    return isOrder(value) ? { kind: 'done', order: value } : unknown(pause, true);
  }
  const answer = answerOf(reply, reply.refusal);
  if (status >= 500 || status === 429 || status === 408 || status === 425)
    return { ...unknown(pause, true), ...(answer === null ? {} : { trouble: answer }) };
  if (answer === null) return unknown(pause, false);
  if (answer.errorCode === 'idempotency.in_progress') return unknown(Math.max(pause, 1_000), true);
  if (status === 401) return { kind: 'signed out' };
  // These say nothing about what was asked, and asking again would say the same.
  if (answer.errorCode.startsWith('idempotency.') || status === 413 || status === 415)
    return { kind: 'unfit', answer };
  // A refusal is an answer to this command only when it names it.
  if (echo !== command.id) return { kind: 'unfit', answer };
  return { kind: 'refused', answer };
}

/** A refusal as the device keeps it; null where it says too little to be a word on a command. */
function answerOf({ status }: Answer, said: Refusal): CommandAnswer | null {
  if (!said.isWhole) return null;
  const { errorCode, detail, message = '', violations, context } = said;
  return {
    status,
    errorCode,
    message: detail ?? (violations[0]?.message || message),
    ...(detail === undefined ? {} : { detail }),
    violations,
    context,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The parts of an order that the queue and the screens stand on; the rest is checked where the page has the schemas. */
export function isOrder(value: unknown): value is Order {
  return (
    isRecord(value) &&
    typeof value['tokenValue'] === 'string' &&
    typeof value['version'] === 'number' &&
    typeof value['total'] === 'number' &&
    typeof value['state'] === 'string' &&
    Array.isArray(value['items']) &&
    Array.isArray(value['appliedCommandIds'])
  );
}

/** Changes of lines that came into the cart without a connection: the shop's cart tells their ids. */
import type { NewCommand, WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { itemOfLine } from '#domain/waiting/waiting-sets.ts';
import type { Reading } from './outbox-records.ts';

/** A change of a line that was put into the cart without a connection learns the line's id from the shop's cart. */
export function resolveLine<T extends NewCommand>(command: T, carts: Reading['carts']): T {
  if (command.params['id'] !== null || command.line === null) return command;
  const order = carts.get(String(command.params['token']))?.order;
  const item = order ? itemOfLine(order.items, command.line) : undefined;
  return item === undefined ? command : { ...command, params: { ...command.params, id: item.id } };
}

/**
 * What waits for lines whose ids these carts tell: before the carts are taken off the device, or a line that was removed would
 * count as one that never came in, and stay in the cart.
 */
export const withLineIds = (
  entries: readonly WaitingCommand[],
  carts: Reading['carts'],
): readonly WaitingCommand[] =>
  entries.flatMap((entry) => {
    const resolved = resolveLine(entry, carts);
    return resolved === entry ? [] : [resolved];
  });

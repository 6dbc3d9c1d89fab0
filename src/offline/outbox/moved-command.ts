/** A change of a cart whose lines have gone on under another token. */
import { cartScope, type NewCommand } from '#domain/waiting/waiting-command.ts';

type Change = NewCommand & { tries?: number };

/** @param isRenumbered whether its line has another id there, and is found by its name */
function inCart<T extends Change>(command: T, token: string, isRenumbered: (one: Change) => boolean): T {
  const { params, dropped } = command;
  return {
    ...command,
    scope: cartScope(token),
    params: {
      ...params,
      ...('token' in params ? { token } : {}),
      ...('id' in params && isRenumbered(command) ? { id: null } : {}),
    },
    // They come back if this change is taken back.
    ...(dropped === undefined ? {} : { dropped: dropped.map((one) => inCart(one, token, isRenumbered)) }),
  };
}

/** The same change of a cart that was begun anew: all its lines are new there. */
export const inNewCart = <T extends Change>(command: T, token: string): T =>
  inCart(command, token, () => true);

/**
 * The same change in another cart that this one came into, under its own key: the shop knows one cart under both tokens (contract
 * 1.8). What was never sent finds its line by its name: of goods that were in both the other cart's line is left. A line that was
 * taken out has only its id.
 */
export const inJoinedCart = <T extends Change>(command: T, token: string): T =>
  inCart(
    command,
    token,
    ({ kind, line, scope, tries = 0 }) =>
      scope !== cartScope(token) &&
      tries === 0 &&
      kind !== 'restoreItem' &&
      line !== null &&
      !line.startsWith('#'),
  );

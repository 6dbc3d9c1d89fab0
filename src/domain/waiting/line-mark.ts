/** How a change of a line stands: going, failing, stuck. */
import { typedIn } from './cart-choices.ts';
import type { CommandAnswer, CommandKind, WaitingCommand } from './waiting-command.ts';

/** What stands beside a line that is not as the shop has it. */
export interface LineMark {
  /** `failing`: the shop has answered that it failed, and is asked again. Until then the line stands as the shop has it; goods that were put in stand in the cart. */
  state: 'waiting' | 'sending' | 'failing' | 'refused' | 'parked';
  kind: CommandKind;
  /** ms since 1970, device clock: since when it waits. */
  since: number;
  /** Keys of the commands behind the mark, oldest first. */
  ids: string[];
  /** Pieces that the refused or failed change asked for; of an add those that it brought. */
  wanted?: number;
  /** What was typed and refused, as a promo code. */
  code?: string;
  answer?: CommandAnswer;
}

export function goingMark(before: LineMark | undefined, command: WaitingCommand): LineMark {
  return {
    state: command.state === 'sending' || before?.state === 'sending' ? 'sending' : 'waiting',
    kind: command.kind,
    since: before?.since ?? command.at,
    ids: [...(before?.ids ?? []), command.id],
  };
}

export const isFailedAdd = (mark: LineMark | undefined): mark is LineMark =>
  mark?.state === 'failing' && mark.kind === 'addItem';

/** Adds that failed, or wait behind one that did, speak together. */
export function failingMark(
  before: LineMark | undefined,
  command: WaitingCommand,
  quantity: number,
): LineMark {
  if (command.kind === 'addItem' && isFailedAdd(before))
    return { ...before, ids: [...before.ids, command.id], wanted: (before.wanted ?? 0) + quantity };
  return { ...goingMark(undefined, command), state: 'failing', wanted: quantity };
}

/** The first command that was stopped is shown; those behind it wait with it. */
export function stuckMark(before: LineMark | undefined, command: WaitingCommand, quantity: number): LineMark {
  const code = typedIn(command);
  const ids = [...(before?.ids ?? []), command.id];
  if (before !== undefined && (before.state === 'refused' || before.state === 'parked'))
    return { ...before, ids };
  return {
    state: command.state === 'refused' ? 'refused' : 'parked',
    kind: command.kind,
    since: command.at,
    ids,
    wanted: quantity,
    ...(code === undefined ? {} : { code }),
    ...(command.answer === undefined ? {} : { answer: command.answer }),
  };
}

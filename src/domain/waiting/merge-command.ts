/** A new change laid over those that wait: what of them it takes back, alters or follows. */
import {
  type Merge,
  guest,
  isMessage,
  type NewCommand,
  type WaitingCommand,
  textOf,
  isUnsent,
  isStopped,
  isOrderEntry,
  asNew,
  isAdd,
  isPartOf,
} from './waiting-command.ts';
import { isChoice } from './cart-choices.ts';
import { asOfLine, ofWholes, partsOf } from './many-lines.ts';
import { setsAsked } from './waiting-sets.ts';

const quantityOf = (command: NewCommand): number => Number(command.body['quantity'] ?? 0);
/** The add with the number that a change asks for: an add of a set counts sets. */
const asChanged = <T extends NewCommand>(add: T, change: NewCommand): T =>
  withQuantity(add, add.kind === 'addBundle' ? setsAsked(change) : quantityOf(change));
const withQuantity = <T extends NewCommand>(command: T, quantity: number): T => ({
  ...command,
  body: { ...command.body, quantity },
});

/**
 * Lays a new change of the cart over those that wait (R0.44): an add says how many more, a change says the final number, so
 * changes of one line collapse into the last as long as nothing of them has left the device. A new change of a line that
 * was refused takes the place of what was refused.
 * @param owner of the new change
 */
export const mergeCommand = (waiting: readonly WaitingCommand[], next: NewCommand, owner = guest): Merge =>
  ofWholes(
    mergeLine(
      waiting.map((one) => asOfLine(one, next.line)),
      next,
      owner,
    ),
    waiting,
  );

function mergeLine(waiting: readonly WaitingCommand[], next: NewCommand, owner: string): Merge {
  const same = waiting.filter(
    (one) => one.scope === next.scope && one.state !== 'confirmed' && one.reason !== 'newer',
  );
  // What another has left behind is theirs to see and to send (I8); a guest's is shown to who signs in, and said anew by them.
  if (isMessage(next))
    return mergeMessage(
      same.filter((one) => one.owner === owner || one.owner === guest),
      next,
    );
  if (next.kind === 'clearCart') return clear(same, next);
  if (next.kind === 'addItems') {
    const lines = new Set(partsOf(next).map((one) => one.line));
    return {
      remove: same.filter((one) => isStopped(one) && lines.has(one.line)),
      update: [],
      append: [next],
    };
  }
  if (next.line === null) return { remove: [], update: [], append: [next] };
  const ofLine = same.filter((one) => one.line === next.line);
  const refused = ofLine.filter(isStopped);
  const tail = unsentTail(ofLine.filter((one) => !isStopped(one)));
  const last = tail.at(-1);
  /** Whether the line is there without the waiting add at its end: then a final number needs no add any more. */
  const standsWithout = (add: WaitingCommand) => {
    const before = ofLine.filter((one) => !isStopped(one) && one.seq < add.seq).at(-1);
    return before === undefined
      ? next.params['id'] !== null && next.params['id'] !== undefined
      : before.kind !== 'deleteItem';
  };

  if (isChoice(next.kind)) {
    if (last?.kind === next.kind)
      return { remove: refused, update: [{ ...last, body: next.body }], append: [] };
    // The same once more, while it is on its way: a double press.
    const sent = ofLine.findLast((one) => !isStopped(one));
    const isNamed = Object.values(next.body).some((value) => typeof value === 'string' && value !== '');
    const isThere = isNamed && sent !== undefined && isSameBody(sent, next);
    return { remove: refused, update: [], append: isThere ? [] : [next] };
  }
  switch (next.kind) {
    case 'addItem': {
      if (last?.kind === 'addItem' || last?.kind === 'changeQuantity')
        return {
          remove: refused,
          update: [
            { ...withQuantity(last, quantityOf(last) + quantityOf(next)), shown: next.shown ?? last.shown },
          ],
          append: [],
        };
      return { remove: refused, update: [], append: [next] };
    }
    case 'changeQuantity': {
      if (last?.kind === 'changeQuantity')
        return { remove: refused, update: [withQuantity(last, quantityOf(next))], append: [] };
      const add = last && isAdd(last) ? last : refused.find(isAdd);
      if (add !== undefined && !standsWithout(add)) {
        if (add === last) return { remove: refused, update: [asChanged(add, next)], append: [] };
        return {
          remove: [...refused, ...tail],
          update: [],
          append: [asChanged(asNew(add), next)],
        };
      }
      return { remove: last?.kind === 'addItem' ? [...refused, last] : refused, update: [], append: [next] };
    }
    case 'deleteItem': {
      // Taken out before and put in again since: what was put in goes, the taking out stands.
      const out = tail.findLastIndex((one) => one.kind === 'deleteItem');
      if (out !== -1) return { remove: [...refused, ...tail.slice(out + 1)], update: [], append: [] };
      // What never left the device is gone without a word to the shop.
      const isThere =
        next.params['id'] !== null ||
        ofLine.some((one) => !isStopped(one) && !isUnsent(one)) ||
        same.some((one) => one.line !== null && isPartOf(next.line, one.line));
      // With a set goes what was taken out of it.
      const parts = same.filter((one) => isUnsent(one) && isPartOf(one.line, next.line ?? ''));
      if (!isThere) return { remove: [...refused, ...tail, ...parts], update: [], append: [] };
      const dropped = tail.map(asNew);
      return {
        remove: [...refused, ...tail, ...parts],
        update: [],
        append: [{ ...next, ...(dropped.length > 0 ? { dropped } : {}) }],
      };
    }
    case 'restoreItem': {
      if (last?.kind === 'deleteItem')
        return { remove: [...refused, last], update: [], append: [...(last.dropped ?? [])] };
      return { remove: refused, update: [], append: [next] };
    }
    default:
      return { remove: [], update: [], append: [next] };
  }
}

/**
 * A message takes the place of what was refused, which it may correct, and of what was never sent about the same: the same
 * address, the same review. What left the device stands; saying the very same again asks about it.
 * @param same of the same scope and of the same owner
 */
function mergeMessage(same: readonly WaitingCommand[], next: NewCommand): Merge {
  const addressOf = (one: NewCommand) => textOf(one, 'email').toLowerCase();
  const asked = same.find((one) => !isStopped(one) && !isUnsent(one) && isSameBody(one, next));
  const remove = same.filter(
    (one) => isStopped(one) || (isUnsent(one) && addressOf(one) === addressOf(next)),
  );
  return asked === undefined
    ? { remove, update: [], append: [next] }
    : { remove, update: [asked], append: [] };
}

const isSameBody = (one: NewCommand, other: NewCommand): boolean =>
  JSON.stringify(one.body) === JSON.stringify(other.body);

/** The unsent commands at the end of a line's queue. */
function unsentTail(ofLine: readonly WaitingCommand[]): WaitingCommand[] {
  const lastSent = ofLine.findLastIndex((one) => !isUnsent(one));
  return ofLine.slice(lastSent + 1);
}

function clear(same: readonly WaitingCommand[], next: NewCommand): Merge {
  const changes = same.filter((one) => !isOrderEntry(one));
  const remove = changes.filter((one) => isUnsent(one) || isStopped(one));
  // A cart that the shop has never heard of needs no clearing.
  const isLocal = remove.some((one) => one.kind === 'pickUpCart');
  const dropped = remove.filter(isUnsent).map(asNew);
  return {
    remove,
    update: [],
    append: isLocal ? [] : [{ ...next, ...(dropped.length > 0 ? { dropped } : {}) }],
  };
}

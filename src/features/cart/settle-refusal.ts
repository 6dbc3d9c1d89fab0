import type { LineMark } from '#domain/waiting/line-mark.ts';
import { withoutLines } from '#domain/waiting/many-lines.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { showToast } from '#ui/toast-state.ts';

/** Ways out of a refusal: leave it, or ask again. A change that the shop failed at is asked for again under its own key. */
export async function settleRefusal(
  { ids, state }: Pick<LineMark, 'ids' | 'state'>,
  how: 'leave' | 'again',
  line: string | null = null,
): Promise<void> {
  const outbox = theOutbox();
  const [first] = ids;
  if (first === undefined) return;
  if (how === 'again' && state === 'failing') await outbox.wake(true);
  else if (how === 'again') await outbox.askAgain(first);
  else {
    // Of many goods this one alone: the others are still wanted.
    const isParted = await outbox.change(({ entries }) => {
      const entry = entries.find((one) => one.id === first);
      const left = entry?.kind === 'addItems' ? withoutLines(entry, new Set([line])) : null;
      return { changes: left === null ? {} : { update: [left] }, result: left !== null };
    });
    if (!isParted) await outbox.withdraw(first);
  }
}

/** As long as somebody looks at what they have just done, ms. */
const patience = 15_000;

/** Whoever adds goods looks at the goods: a refusal is said there too, not on its line alone. */
export async function tellRefusal(outbox: Outbox, id: string, sorry = ''): Promise<void> {
  if ((await outbox.fate(id, patience)) !== 'refused') return;
  const answer = outbox.state().entries.find((one) => one.id === id)?.answer;
  const words = answer?.message || sorry;
  if (words !== '') showToast(words, 'error');
}

/** A promo code that is refused while its buyer looks at it is answered at its field: no other page asks about it. */
export async function noteTold(outbox: Outbox, id: string): Promise<void> {
  if ((await outbox.fate(id, patience)) !== 'refused') return;
  await outbox.change(({ entries }) => {
    const entry = entries.find((one) => one.id === id && one.state === 'refused');
    return {
      changes: entry === undefined ? {} : { update: [{ ...entry, isTold: true }] },
      result: undefined,
    };
  });
}

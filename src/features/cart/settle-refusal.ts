import type { LineMark } from '#domain/waiting/line-mark.ts';
import { withoutLines } from '#domain/waiting/many-lines.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';

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

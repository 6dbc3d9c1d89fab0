import { expect, test } from 'vitest';
import { manualClock } from '#tests/manual-clock.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { createSender } from './page-sender.ts';

/** A sender of an empty queue. @param looked called after each look at it */
function aSender(looked: () => void) {
  const env = {
    clock: manualClock().clock,
    lock: (work: () => Promise<unknown>) => work(),
    store: {
      change: () => {
        looked();
        return Promise.resolve({ entry: null, waiting: 0, nextAt: null });
      },
    },
  };
  return createSender(env as unknown as DrainEnvironment);
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'a wish to send is followed by a look at the queue, also %i turns after the last one (I5)',
  async (turns) => {
    let looks = 0;
    let wish: Promise<void> | undefined;
    const { wake } = aSender(() => {
      looks += 1;
      if (looks === 1) wish = wishLater();
    });
    async function wishLater() {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await wake(true);
    }
    await wake();
    await wish;
    expect(looks).toBe(2);
  },
);

test('a sender whose lock fails at once looks again when somebody wishes it', async () => {
  let tries = 0;
  const { wake } = createSender({
    clock: manualClock().clock,
    lock: () => {
      tries += 1;
      throw new Error('No locks');
    },
  } as unknown as DrainEnvironment);
  await wake();
  await wake();
  expect(tries).toBe(2);
});

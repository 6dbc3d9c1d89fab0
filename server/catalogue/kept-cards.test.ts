import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { KeptCards, listOfCards } from './kept-cards.ts';

/** Bytes outside the heap that something still holds. What was let go of is swept beside the work, so twice. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 2; times += 1) {
    collect();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().arrayBuffers;
}

/** A card of some 2 KB, alike to the others as cards are. */
const cardOf = (id: number, stock = 1): Buffer =>
  Buffer.from(JSON.stringify({ id, code: `B${id}`, stock, text: `Trąšos „Ąžuolas ${id}“ `.repeat(80) }));

describe('kept cards', () => {
  test('the many cards of a large catalogue come back letter by letter, in a fraction of their room', async () => {
    const cards = new KeptCards({ plain: 1_000_000, packed: 1_000_000 });
    const count = 4_000;
    const before = await heldBytes();
    for (let id = 0; id < count; id += 1) cards.set('retail lt', id, cardOf(id));
    const bytes = cardOf(1).length * count;
    expect(bytes).toBeGreaterThan(8_000_000);
    expect((await heldBytes()) - before).toBeLessThan(2_500_000);
    for (const id of [0, 1, 700, 2_000, count - 1])
      expect(cards.get('retail lt', id)?.toString()).toBe(cardOf(id).toString());
    expect(cards.get('retail en', 1)).toBeUndefined();
  });

  test('what there is no room for is not kept, and what is kept stays', () => {
    const cards = new KeptCards({ plain: 100_000, packed: 10_000 });
    for (let id = 0; id < 1_000; id += 1) cards.set('retail lt', id, cardOf(id));
    expect(cards.get('retail lt', 0)?.toString()).toBe(cardOf(0).toString());
    expect(cards.get('retail lt', 999)).toBeUndefined();
  });

  test('what changed is told anew, in every locale', () => {
    const cards = new KeptCards();
    for (const place of ['retail lt', 'retail en']) cards.set(place, 7, cardOf(7));
    cards.forget(7);
    expect(cards.get('retail lt', 7)).toBeUndefined();
    expect(cards.get('retail en', 7)).toBeUndefined();
    cards.set('retail lt', 7, cardOf(7, 2));
    expect(cards.get('retail lt', 7)?.toString()).toBe(cardOf(7, 2).toString());
  });

  test('a list of them is the JSON of its parts', () => {
    const cards = [Buffer.from('{"id":1}'), Buffer.from('{"id":2}')];
    expect(JSON.parse(listOfCards(cards, { page: 1 }, '[{"code":"ą"}]').toString())).toEqual({
      data: [{ id: 1 }, { id: 2 }],
      meta: { page: 1, facets: [{ code: 'ą' }] },
    });
    expect(JSON.parse(listOfCards([], { page: 1 }).toString())).toEqual({ data: [], meta: { page: 1 } });
  });
});

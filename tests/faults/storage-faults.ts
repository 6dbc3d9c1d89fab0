/** What the storage of a device does to a schedule of the model, and what must not lie in it (I11, I12; F10, F12). */
import { openOutboxStore, outboxName } from '#offline/outbox/outbox-store.ts';
import { adding, follow } from './cart-presses.ts';
import type { Chance } from './random.ts';
import type { World } from './world.ts';

/** Now and then a page starts while there is no storage, or a record of the outbox is spoilt. */
export async function meetStorageFault(world: World, side: Chance): Promise<void> {
  if (side.isTrue(0.05)) await startWithoutStorage(world, side);
  if (side.isTrue(0.03)) await spoil(world, side);
}

/** It opens and can be used, it promises nothing, and what waits is there for the next page (I12). */
async function startWithoutStorage(world: World, side: Chance): Promise<void> {
  const { phone, faulty, done, problems } = world;
  done.faults += 1;
  const how = side.pick(['private', 'UnknownError', 'SecurityError']);
  world.log(`  a page starts without storage: ${how}`);
  const factory = {
    open: () => {
      throw new DOMException('no storage', how);
    },
  } as unknown as IDBFactory;
  const before = phone.front();
  const token = await follow(world, before);
  const page = phone.open(openOutboxStore(factory));
  const { isReady } = await page.outbox.list();
  if (isReady) problems.push('I12: a storage that cannot be opened counts as ready');
  const saved = await page.outbox
    .put(adding(token, side.pick(faulty.goods).code, 1))
    .catch(() => 'not saved');
  if (saved !== 'not saved') problems.push('I1: something was said to be saved where nothing can be');
  page.die();
}

/** A record that nobody can read: it hurts no other, and is kept (F12). */
async function spoil(world: World, side: Chance): Promise<void> {
  const { phone, done } = world;
  done.faults += 1;
  world.rotten += 1;
  world.log('  a record of the outbox is spoilt');
  // The outbox has made its database by now.
  await phone.front().store.read();
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = phone.factory.open(outboxName);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
  const record = side.pick([
    { half: 'written' },
    { id: world.rotten },
    { id: String(world.rotten).padStart(36, 'x'), kind: 'unheard of' },
  ]);
  await new Promise<void>((resolve, reject) => {
    const transaction = db.transaction('entries', 'readwrite');
    transaction.objectStore('entries').add(record);
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')));
  });
  db.close();
}

/** I11: every cart that the device remembers is one that the shop has said, word for word. */
export async function foreignRecords(world: World): Promise<string[]> {
  const { carts } = await world.phone.front().store.read();
  const said = new Set<string>();
  for (const sent of world.journal)
    for (const { text } of sent.said) {
      if (!text.startsWith('{')) continue;
      const answer = JSON.parse(text) as { order?: unknown };
      said.add(JSON.stringify(answer));
      // What became of the key of an order that was to be stopped (CHK-21).
      if (answer.order !== undefined) said.add(JSON.stringify(answer.order));
    }
  return [...carts.values()]
    .filter(({ order }) => order !== null && !said.has(JSON.stringify(order)))
    .map(({ token }) => `I11: the device holds a cart ${token} that the shop has never said`);
}

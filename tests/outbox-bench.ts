/** A device and a shop small enough to reason about: the outbox of a page on fake-indexeddb, a cart behind a network that fails as told. */
import { IDBFactory } from 'fake-indexeddb';
import { browserEnvironment } from '#offline/outbox/outbox-environment.ts';
import type { DrainEnvironment, SenderLock } from '#offline/outbox/drain-environment.ts';
import { createOutbox } from '#offline/outbox/outbox.ts';
import { openOutboxStore, type OutboxStore } from '#offline/outbox/outbox-store.ts';
import { anItem, anOrder, cartToken } from './builders.ts';
import { manualClock } from './manual-clock.ts';

/** What the network does to one request. */
export type Fault =
  | 'none'
  | 'lost'
  | 'answer lost'
  | 'hangs'
  | 'sign-in page'
  | '500'
  | '503'
  | '429'
  | 'cut'
  | 'in progress'
  | 'other key';

export interface Sent {
  key: string;
  path: string;
  method: string;
  body: unknown;
}

const refuse = (status: number, errorCode: string) => ({
  status,
  body: { code: status, errorCode, message: errorCode, detail: `Sakinys: ${errorCode}`, violations: [] },
});

/** What the shop says of the goods of a list of which there are not so many. */
function shortOf(
  items: readonly { productVariantCode: string; quantity: number }[],
  isTooMany: (code: string, quantity: number) => boolean,
) {
  return items.flatMap(({ productVariantCode: code, quantity }, at) =>
    isTooMany(code, quantity)
      ? [
          {
            propertyPath: `items[${at}].quantity`,
            message: `Trūksta: ${code}`,
            code: 'cart.insufficient_stock',
          },
        ]
      : [],
  );
}

/** One cart behind the calls of contract 4.5, every key answered once and for all. */
export function aSmallShop(stock: Record<string, number> = {}) {
  const lines = new Map<string, { id: number; quantity: number }>();
  const answers = new Map<string, { status: number; body: unknown; fingerprint: string }>();
  const applied: string[] = [];
  const emptied = new Set<string>();
  let open = '';
  let token = cartToken;
  let ids = 0;
  let version = 0;
  const order = () =>
    anOrder({
      tokenValue: token,
      version,
      appliedCommandIds: [...applied],
      items: [...lines].map(([code, { id, quantity }]) => {
        const item = anItem({ id, quantity, total: quantity * 1000, subtotal: quantity * 1000 });
        return { ...item, variant: { ...item.variant, code } };
      }),
    });
  const byId = (id: number) => [...lines].find(([, line]) => line.id === id);
  const tooMany = (code: string, quantity: number) => quantity > (stock[code] ?? 1_000);

  const absence = (path: string) => {
    if ([...emptied].some((one) => path.includes(one))) return refuse(404, 'cart.emptied');
    return open === '' || !path.includes(open) ? refuse(404, 'order.not_found') : null;
  };
  function effect(method: string, path: string, given: unknown): { status: number; body: unknown } {
    const body = given as { productVariantCode?: string; quantity?: number };
    if (path.endsWith('/shop/orders')) {
      open = (given as { tokenValue: string }).tokenValue;
      emptied.delete(open);
      token = open;
      return { status: 201, body: order() };
    }
    const gone = absence(path);
    if (gone) return gone;
    if (method === 'DELETE' && path.endsWith(open)) {
      shop.empty();
      return { status: 204, body: null };
    }
    if (path.endsWith('/item-lists')) {
      const { items } = given as { items: { productVariantCode: string; quantity: number }[] };
      const short = shortOf(items, (code, quantity) =>
        tooMany(code, (lines.get(code)?.quantity ?? 0) + quantity),
      );
      const { status, body: refused } = refuse(422, 'cart.insufficient_stock');
      if (short.length > 0) return { status, body: { ...refused, violations: short } };
      for (const { productVariantCode: code, quantity } of items)
        lines.set(code, {
          id: lines.get(code)?.id ?? (ids += 1),
          quantity: (lines.get(code)?.quantity ?? 0) + quantity,
        });
    } else if (path.endsWith('/items')) {
      const code = body.productVariantCode ?? '';
      const quantity = (lines.get(code)?.quantity ?? 0) + (body.quantity ?? 0);
      if (tooMany(code, quantity)) return refuse(422, 'cart.insufficient_stock');
      lines.set(code, { id: lines.get(code)?.id ?? (ids += 1), quantity });
    } else {
      const found = byId(Number(path.split('/').at(-1)));
      if (found === undefined) return refuse(404, 'cart.item_not_found');
      if (method === 'DELETE') lines.delete(found[0]);
      else if (tooMany(found[0], body.quantity ?? 0)) return refuse(422, 'cart.insufficient_stock');
      else lines.set(found[0], { ...found[1], quantity: body.quantity ?? 0 });
    }
    version += 1;
    return { status: 200, body: order() };
  }

  const sent: Sent[] = [];
  const shop = {
    sent,
    /** Each key that had an effect, once per effect. */
    effects: [] as string[],
    lines: () => Object.fromEntries([...lines].map(([code, { quantity }]) => [code, quantity])),
    forget: () => {
      open = '';
      lines.clear();
    },
    /** As CART-18 does it. */
    empty: () => {
      emptied.add(open);
      shop.forget();
    },
    order,
    answer(request: Sent): Response {
      const headers = {
        'X-Shop-Api': '2',
        'Content-Type': 'application/json',
        'Idempotency-Key': request.key,
      };
      const fingerprint = JSON.stringify([request.method, request.path, request.body]);
      const known = answers.get(request.key);
      if (known && known.fingerprint !== fingerprint)
        return Response.json(refuse(422, 'idempotency.key_reused').body, { status: 422, headers });
      // The repeat of a change is answered with the cart as it is now, and there may be none.
      const isOfCart = request.method !== 'DELETE' && request.path.includes('/items');
      const gone = known && known.status < 300 && isOfCart ? absence(request.path) : null;
      let outcome = gone === null ? known : { ...gone, fingerprint };
      if (!outcome) {
        const done = effect(request.method, request.path, request.body);
        if (done.status < 300) {
          applied.push(request.key);
          shop.effects.push(request.key);
        }
        outcome = { ...done, fingerprint };
        answers.set(request.key, outcome);
      }
      if (outcome.status === 204) return new Response(null, { status: 204, headers });
      return new Response(JSON.stringify(outcome.status < 300 ? order() : outcome.body), {
        status: outcome.status,
        headers,
      });
    },
  };
  return shop;
}

const mutex = (): SenderLock => {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = tail.then(work);
    tail = next.catch(() => undefined);
    return next;
  };
};

export interface Device {
  outbox: ReturnType<typeof createOutbox>;
  store: OutboxStore;
  env: DrainEnvironment;
  time: ReturnType<typeof manualClock>;
  factory: IDBFactory;
  /** Faults of the next requests, first in first out; none when empty. */
  faults: Fault[];
  /** A second page on the same device. */
  anotherPage: () => ReturnType<typeof createOutbox>;
  /** Sends with pauses over until nothing is due any more. */
  heal: (rounds?: number) => Promise<void>;
}

export function aDevice(shop: ReturnType<typeof aSmallShop>, more: Partial<DrainEnvironment> = {}): Device {
  const factory = new IDBFactory();
  const time = manualClock();
  const faults: Fault[] = [];
  let ids = 0;
  const store = openOutboxStore(factory);
  const lock = mutex();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const request: Sent = {
      key: headers.get('Idempotency-Key') ?? '',
      path: typeof input === 'string' ? input : '',
      method: init?.method ?? 'GET',
      body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}'),
    };
    shop.sent.push(request);
    const fault = faults.shift() ?? 'none';
    if (fault === 'lost') throw new TypeError('Failed to fetch');
    if (fault === 'sign-in page')
      return new Response('<html>Sign in</html>', { status: 200, headers: { 'Content-Type': 'text/html' } });
    if (fault === '500')
      return new Response(
        JSON.stringify({ code: 500, errorCode: 'internal', message: 'x', violations: [], context: {} }),
        { status: 500, headers: { 'X-Shop-Api': '2', 'Content-Type': 'application/json' } },
      );
    if (fault === '503') return new Response('busy', { status: 503, headers: { 'X-Shop-Api': '2' } });
    if (fault === '429')
      return new Response('{}', { status: 429, headers: { 'X-Shop-Api': '2', 'Retry-After': '120' } });
    if (fault === 'in progress')
      return new Response(
        JSON.stringify({ code: 409, errorCode: 'idempotency.in_progress', message: 'x', violations: [] }),
        {
          status: 409,
          headers: { 'X-Shop-Api': '2', 'Retry-After': '1', 'Idempotency-Key': request.key },
        },
      );
    const answer = shop.answer(request);
    if (fault === 'answer lost') throw new TypeError('Failed to fetch');
    if (fault === 'cut')
      return new Response((await answer.text()).slice(0, 20), {
        status: answer.status,
        headers: answer.headers,
      });
    if (fault === 'other key') {
      const wrong = new Headers(answer.headers);
      wrong.set('Idempotency-Key', 'somebody-elses-key');
      return new Response(await answer.text(), { status: answer.status, headers: wrong });
    }
    if (fault === 'hangs') {
      queueMicrotask(() => time.advance(60_000));
      return new Promise<never>(() => {});
    }
    return answer;
  };
  const given: Partial<DrainEnvironment> = {
    fetch,
    clock: time.clock,
    lock,
    random: () => 0.5,
    owner: () => 'guest',
    isOffline: () => false,
    newToken: () => `new-token-${(ids += 1)}`.padEnd(32, '0'),
    ...more,
  };
  const env = browserEnvironment(store, { onChange: () => {}, ...given });
  const outbox = createOutbox({ store, channel: null, environment: given });
  return {
    outbox,
    store,
    env,
    time,
    factory,
    faults,
    anotherPage: () => createOutbox({ store: openOutboxStore(factory), channel: null, environment: given }),
    heal: async (rounds = 20) => {
      for (let round = 0; round < rounds; round += 1) {
        time.advance(3_700_000);
        await outbox.wake();
        const { entries } = await outbox.list();
        if (entries.every((one) => one.state !== 'queued' && one.state !== 'sending')) return;
      }
    },
  };
}

/** Which of the carts that the shop has answered about need not be kept any more. */
import { cartScope } from '#domain/waiting/waiting-command.ts';

interface Cart {
  token: string;
  /** Its lines went on under this token. */
  movedTo?: string;
  /** ms since 1970 of the last write. */
  at: number;
}

interface Queue {
  entries: readonly { seq: number; scope: string }[];
  carts: ReadonlyMap<string, Cart>;
  /** Token of the cart in front. */
  cart: string | null;
}

/** Of what one transaction does to the queue, what decides here. */
interface Changes {
  append?: readonly { scope: string }[];
  update?: readonly { scope: string }[];
  remove?: readonly { seq: number }[];
  carts?: readonly Cart[];
  forgetCarts?: true;
  cart?: string | null;
}

/** So many carts that nothing waits for are remembered: a tab left open may show one of them. */
export const keptCarts = 12;

/**
 * Tokens of the oldest carts that are not in front, that nothing waits for, and that no such cart has moved to; only what
 * is above the number that is kept, or all of them where they are to be forgotten.
 * @param reading before the changes
 */
export function staleCarts(reading: Queue, changes: Changes): string[] {
  const carts = new Map(reading.carts);
  for (const record of changes.carts ?? []) carts.set(record.token, record);
  const most = changes.forgetCarts === true ? 0 : keptCarts;
  if (carts.size <= most) return [];
  const gone = new Set(changes.remove?.map(({ seq }) => seq));
  const waiting = reading.entries.filter(({ seq }) => !gone.has(seq));
  const scopes = new Set(
    [...waiting, ...(changes.append ?? []), ...(changes.update ?? [])].map((one) => one.scope),
  );
  const front = changes.cart === undefined ? reading.cart : changes.cart;
  const needed = new Set<string>();
  for (const token of carts.keys()) {
    if (token !== front && !scopes.has(cartScope(token))) continue;
    // Along the way that it has moved.
    for (
      let at: string | undefined = token;
      at !== undefined && at !== '' && !needed.has(at);
      at = carts.get(at)?.movedTo
    )
      needed.add(at);
  }
  const free = [...carts.values()]
    .filter((one) => !needed.has(one.token))
    .toSorted((one, other) => one.at - other.at);
  return free.slice(0, Math.max(0, carts.size - most)).map((one) => one.token);
}

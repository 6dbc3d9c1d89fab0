/** What a schedule plays with, and two questions about it. */
import { waitingCart, type ShownCart } from '#domain/waiting/waiting-cart.ts';
import type { ShownItem } from '#domain/waiting/shown-goods.ts';
import { isStopped, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { anItem } from '#tests/builders.ts';
import type { Page, Phone } from './device.ts';
import type { Sent } from './faulty-network.ts';
import type { FaultyShop } from './faulty-shop.ts';
import type { Chance } from './random.ts';
import type { Facts } from './facts.ts';
import type { Member, Shopper } from './shopper.ts';

export interface World {
  chance: Chance;
  /** Of its own, so that seeds that once found something still press what they did. */
  side: Chance;
  /** Of its own too, for what the model learnt later: who presses, points that they spend, many goods at once. */
  later: Chance;
  /** Whoever is signed in at this device; null = a guest. */
  member: Member | null;
  faulty: FaultyShop;
  phone: Phone;
  shopper: Shopper;
  journal: Sent[];
  /** Prices as the device last saw them: what the shopper agrees to. */
  prices: Map<string, number>;
  /** Codes of which the shop may have too few: their lines may be refused. */
  scarce: Set<string>;
  /** Keys of every entry that was ever put in, with its owner. */
  owners: Map<string, string>;
  /** Gift cards by code, and what each had at first, cents. */
  cards: Map<string, number>;
  /** Faults done to others than a request. */
  done: { faults: number };
  /** Records of the outbox that were spoilt on purpose. */
  rotten: number;
  /** Broken invariants seen on the way. */
  problems: string[];
  log: (line: string) => void;
}

/** Whoever the device belongs to. */
export const ownerOf = ({ member }: Pick<World, 'member'>): string => member?.owner ?? 'guest';

/** Tokens of carts that a request names. */
export const tokensOf = (sent: Pick<Sent, 'path' | 'body'>): string[] => [
  ...(/\/orders\/([A-Za-z0-9_-]{22,64})/.exec(sent.path)?.slice(1) ?? []),
  ...(/"tokenValue":"([^"]+)"/.exec(sent.body)?.slice(1) ?? []),
];

/** What wants to be sent: a change behind a refused one of its line waits for the shopper, as the contract says (1.8). */
export const stillDue = (entries: readonly WaitingCommand[]): WaitingCommand[] =>
  entries.filter(
    (one) =>
      (one.state === 'queued' || one.state === 'sending') &&
      !entries.some(
        (other) =>
          other.scope === one.scope && other.line === one.line && other.seq < one.seq && isStopped(other),
      ),
  );

/** The cart as a page of the device shows it: the shop's last answer with what waits laid over it. */
export async function screenOf(page: Page, token: string): Promise<ShownCart> {
  const { entries, carts } = await page.store.read();
  const blank = { token, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
  return waitingCart(carts.get(token)?.order ?? null, entries, blank);
}

/** Goods as a page has seen them: what the screen shows of an add until the shop has spoken. */
export function goodsOf(code: string): ShownItem {
  const { productName, unitPrice, originalUnitPrice, collectOnly, variant } = anItem({});
  return { productName, unitPrice, originalUnitPrice, collectOnly, variant: { ...variant, code } };
}

/** @param seconds how long the device needed to settle, by its own clock */
export async function factsOf(world: World, seconds: number): Promise<Facts> {
  const { shopper, journal, faulty, scarce, owners } = world;
  const page = world.phone.front();
  const { entries, broken } = await page.store.read();
  const { items } = await screenOf(page, shopper.token);
  const screen = Object.fromEntries(items.map((item) => [item.variant.code, item.quantity]));
  const { goods } = faulty;
  return {
    shopper,
    journal,
    goods,
    scarce,
    gift: faulty.extras.gift,
    owners,
    query: (sql, values) => faulty.query(sql, values),
    entries,
    unreadable: broken.length - world.rotten,
    screen,
    seconds,
  };
}

/**
 * What a shopper of the model chooses beside the goods (docs/reliability.md, M1): a promo code, the wrap, a gift, gift cards; and
 * what must hold of them afterwards.
 */
import type { Chosen } from '#contract/orders/order-choices.ts';
import { cartChoices, choosing } from '#domain/waiting/cart-choices.ts';
import { isStopped } from '#domain/waiting/waiting-command.ts';
import { addMany, begin, common, follow, put } from './cart-presses.ts';
import { pointsFor } from './member.ts';
import type { Chance } from './random.ts';
import type { Choices } from './shopper.ts';
import type { World } from './world.ts';

/** Now and then something is chosen for the whole cart, or taken off again. */
export async function choose(world: World, side: Chance): Promise<void> {
  if (!side.isTrue(0.15)) return;
  const { shopper, faulty, phone } = world;
  await begin(world, phone.front());
  const page = phone.front();
  const token = await follow(world, page);
  const isOn = side.isTrue(0.7);
  const what = side.pick(['coupon', 'wrap', 'gift'] as const);
  const of = { ...common(token), params: { token } };
  const { coupon, gift } = faulty.extras;
  const command =
    what === 'coupon'
      ? choosing({ what: 'couponCode', value: isOn ? coupon : null }, of)
      : what === 'wrap'
        ? choosing({ what: 'giftWrap', value: isOn }, of)
        : choosing({ what: 'gift', value: isOn ? gift : null }, of);
  await put(world, page, command, () => {
    shopper.chosen = { ...shopper.chosen, [what]: isOn };
  });
}

/** Now and then many goods come at once, as from a list that was pasted. */
export async function pasteList(world: World): Promise<void> {
  const { later, phone, faulty } = world;
  if (!later.isTrue(0.08)) return;
  await begin(world, phone.front());
  const goods = new Map<string, number>();
  for (let line = later.between(2, 4); line > 0; line -= 1)
    goods.set(later.pick(faulty.goods).code, later.between(1, 3));
  await addMany(world, phone.front(), goods);
}

/**
 * What was chosen, as an order says it, and what it makes of the total. Cards are new, or were given to an order before: then the
 * shopper counts with what the card had at first, and is asked again.
 * @param goods cents
 * @param total of the goods and their way, cents
 */
export async function withChoices(
  world: World,
  side: Chance,
  { goods, total }: { goods: number; total: number },
): Promise<{ body: Chosen; total: number }> {
  const { shopper, faulty, cards } = world;
  const { coupon, couponOff, wrapPrice, gift, giftFrom } = faulty.extras;
  const { chosen } = shopper;
  const isGiven = chosen.gift && goods - (chosen.coupon ? couponOff : 0) >= giftFrom;
  let due = total - (chosen.coupon ? couponOff : 0) + (chosen.wrap ? wrapPrice : 0);
  const { points, off } = pointsFor(world, due);
  due -= off;
  const given: string[] = [];
  if (side.isTrue(0.35)) {
    const code =
      cards.size > 0 && side.isTrue(0.4)
        ? side.pick([...cards.keys()])
        : `FAULTS-${side.token().slice(0, 12)}`;
    const amount = cards.get(code) ?? side.between(50, 900);
    if (!cards.has(code)) {
      cards.set(code, amount);
      await faulty.query(
        `insert into gift_card (code, currency_code, channels, initial_amount, balance) values ($1, 'EUR', '{retail}', $2, $2)`,
        [code, amount],
      );
    }
    // A cart that a card pays whole asks for no transfer: another kind of order than the rest of the model.
    if (due > amount) {
      given.push(code);
      due -= amount;
    }
  }
  return {
    total: due,
    body: {
      ...(chosen.coupon ? { couponCode: coupon } : {}),
      ...(chosen.wrap ? { giftWrap: true } : {}),
      ...(points === undefined ? {} : { points }),
      ...(isGiven ? { gift } : {}),
      ...(given.length > 0 ? { giftCards: given } : {}),
    },
  };
}

/** The money of cards and the count of codes, and what the open cart has of all that was chosen. */
export async function brokenChoices(world: World): Promise<string[]> {
  const { faulty, shopper, cards, journal, phone } = world;
  const broken: string[] = [];
  const { coupon } = faulty.extras;
  const used = await faulty.query<{ code: string; first: number; balance: number; taken: number }>(
    `select c.code, c.initial_amount as first, c.balance,
       coalesce((select sum(g.amount) from order_gift_card g join "order" o on o.id = g.order_id
         where g.card_id = c.id and not g.returned and o.state <> 'cart'), 0)::int as taken
     from gift_card c where c.code = any($1)`,
    [[...cards.keys()]],
  );
  for (const { code, first, balance, taken } of used)
    if (balance !== first - taken)
      broken.push(`I4: card ${code} had ${first}, orders took ${taken}, and ${balance} is left`);
  const [count] = await faulty.query<{ told: number; real: number }>(
    `select (select used from coupon where code = $1) as told,
       (select count(*) from "order" o where o.coupon_code = $1 and o.state not in ('cart', 'cancelled'))::int as real`,
    [coupon],
  );
  if (count?.told !== count?.real)
    broken.push(`I4: the code was counted ${count?.told} times, ${count?.real} orders have it`);

  const [cart] = await faulty.query<{ coupon: string | null; wrap: boolean }>(
    `select coupon_code as coupon, gift_wrap as wrap from "order" where token = $1 and state = 'cart'`,
    [shopper.token],
  );
  if (!cart) return broken;
  const { entries } = await phone.front().store.read();
  const isExcused = (line: string) =>
    entries.some((one) => one.scope === `cart:${shopper.token}` && one.line === line && isStopped(one));
  const isThere: Omit<Choices, 'gift'> = { coupon: cart.coupon === coupon, wrap: cart.wrap };
  const wasRefused = (word: string) =>
    journal.some((sent) => sent.said.some(({ text }) => text.includes(word)));
  for (const [what, line, word] of [
    ['coupon', cartChoices.couponCode.line, '"coupon.'],
    ['wrap', cartChoices.giftWrap.line, '"gift_wrap.'],
  ] as const)
    if (what === 'wrap' && shopper.wasEmptied) continue;
    else if (isThere[what] !== shopper.chosen[what] && !isExcused(line) && !wasRefused(word))
      broken.push(
        `I10: ${what} was ${shopper.chosen[what] ? 'chosen' : 'not wanted'}, and the shop says otherwise`,
      );
  return broken;
}

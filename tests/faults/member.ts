/**
 * A member of the loyalty programme in the model (docs/reliability.md, M1): one schedule in four is pressed by one, signed in,
 * whose offline orders spend points.
 */
import type { TestShop } from '#tests/server/test-shop.ts';
import { people } from '#tests/server/test-people.ts';
import type { Chance } from './random.ts';
import type { Query } from './extras.ts';
import type { Member, Shopper } from './shopper.ts';

/** Points that a new member has to spend. */
const pointsAtFirst = 150;
/** Cents that a point takes off (requirement R1.16). */
const pointValue = 10;

/**
 * Makes a member for a schedule, signed in: a new one each time, since requests of an earlier schedule may still be on their way to
 * the shop. All is as the demo shop's member has it, but for the address.
 */
export function memberOf(shop: TestShop, query: Query): () => Promise<Member> {
  const { email, password } = people.rasa;
  let made = 0;
  return async () => {
    const own = `member-${String((made += 1))}@faults.example`;
    const [columns] = await query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = 'customer' and column_name not in ('id', 'email', 'email_key')`,
    );
    const [customer] = await query<{ id: number }>(
      `insert into customer (email, email_key, ${columns?.names ?? ''}) select $1, $1, ${columns?.names ?? ''}
       from customer where email = $2 returning id`,
      [own, email],
    );
    const owner = String(customer?.id);
    await query(
      `with member as (insert into loyalty_membership (customer_id, rule_id, card_number)
         select $1::int, min(id), 'FAULTS-' || $1::int from loyalty_rule returning id)
       insert into loyalty_entry (membership_id, points, reason) select id, $2, 'earned' from member`,
      [owner, pointsAtFirst],
    );
    const { body } = await shop.call<{ token: string }>('POST', '/shop/authentication-token', {
      email: own,
      password,
    });
    return { owner, bearer: body.token, points: pointsAtFirst };
  };
}

async function balanceOf(query: Query, customer: string): Promise<number> {
  const [row] = await query<{ points: number }>(
    `select coalesce(sum(e.points), 0)::int as points from loyalty_entry e
     join loyalty_membership m on m.id = e.membership_id where m.customer_id = $1`,
    [customer],
  );
  return row?.points ?? 0;
}

/**
 * Points that an order of a member spends, now and then more than there are by then: the shop takes what is left and tells what the
 * order costs.
 * @param due cents that are left to pay
 */
export function pointsFor(
  { member, later }: { member: Member | null; later: Chance },
  due: number,
): { points?: number; off: number } {
  if (member === null || !later.isTrue(0.5)) return { off: 0 };
  const most = Math.min(member.points, Math.floor((due - 100) / pointValue));
  if (most < 1) return { off: 0 };
  const points = later.between(1, most);
  return { points, off: points * pointValue };
}

/** What the member has is what they had less what their orders took, and each order took what it says, once. */
export async function brokenPoints(member: Member | null, query: Query, shopper: Shopper): Promise<string[]> {
  if (member === null) return [];
  const broken: string[] = [];
  const keys = shopper.wishes.flatMap((wish) => wish.keys);
  const orders = await query<{ number: string; points: number; spent: number; times: number }>(
    `select o.number, o.points, coalesce(-sum(e.points), 0)::int as spent, count(e.id)::int as times
     from order_intent i join "order" o on o.id = i.order_id
     left join loyalty_entry e on e.order_id = o.id and e.reason = 'spent'
     where i.key = any($1) and o.state not in ('cart', 'cancelled') group by o.id`,
    [keys],
  );
  for (const { number, points, spent, times } of orders)
    if (points !== spent || times > 1)
      broken.push(`I4: order ${number} says ${points} points and took ${spent} in ${times} entries`);
  const taken = orders.reduce((sum, one) => sum + one.spent, 0);
  const left = await balanceOf(query, member.owner);
  if (left !== member.points - taken)
    broken.push(`I4: the member had ${member.points} points, orders took ${taken}, and ${left} are left`);
  if (left < 0) broken.push(`I4: the member has ${left} points`);
  return broken;
}

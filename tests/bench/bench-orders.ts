import { createHash, randomBytes } from 'node:crypto';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { address, consents, jonas } from '#tests/server/test-shop.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';

const seconds = 60;
/** Buyers that press again as soon as they are answered. */
const buyers = 12;
/** Of one of the goods the shop has so few that most who want it are refused. */
const fewPieces = 100;
const headers = { 's-channel': 'retail', 's-locale': 'lt', 'Content-Type': 'application/json' };

/** Goods of one warehouse, plenty of them but for the last. */
async function stockGoods({ pool }: OpenDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; code: string }>(
    `select v.id, v.code from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     where p.enabled and v.enabled and v.tracked and p.type = 'simple' and not p.is_gift and not p.is_chemical and not p.professional_use
       and not p.ammonium_nitrate16 and v.weight between 1 and 400 and cp.price between 300 and 2000 order by v.code limit 60`,
  );
  const ids = rows.map(({ id }) => id);
  await pool.query('delete from stock where variant_id = any($1)', [ids]);
  await pool.query(
    `insert into stock (variant_id, warehouse_id, on_hand)
     select id, (select id from warehouse where ships and 'retail' = any(channels) order by priority, code limit 1),
       case when id = $2 then $3::int else 1000000 end from unnest($1::int[]) id`,
    [ids, ids.at(-1), fewPieces],
  );
  return rows.map(({ code }) => code);
}

/** Cards that pay an order whole: those get an invoice at once, whose number may leave no gap. */
async function issueCards({ pool }: OpenDatabase, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `BENCH-${randomBytes(9).toString('hex').toUpperCase()}`);
  await pool.query(
    `insert into gift_card (code, currency_code, channels, initial_amount, balance)
     select code, 'EUR', '{retail}', 100000, 100000 from unnest($1::text[]) code`,
    [codes],
  );
  return codes;
}

/** Numbers of a series, as far as the first gap says: how many are missing between the lowest and the highest. */
function gapsIn(numbers: readonly string[]): number {
  const counts = numbers.map((number) => Number(/\d+$/.exec(number)?.[0])).toSorted((a, b) => a - b);
  return counts.length === 0 ? 0 : (counts.at(-1) ?? 0) - (counts[0] ?? 0) + 1 - counts.length;
}

/**
 * Whole orders (CHK-19: cart, contacts, delivery, payment and completion in one call) for a minute, one to three lines each, one in ten
 * paid by a gift card, one in twenty with goods that run out; then what the database has of them.
 */
export async function measureOrders(): Promise<Figure[]> {
  const shop = await startBenchShop();
  const database = await openDatabase({ dataDir: shop.dataDir, role: 'command' });
  try {
    const codes = await stockGoods(database);
    const cards = await issueCards(database, 2_000);
    const rare = codes.at(-1) ?? '';
    const took: number[] = [];
    const said: Record<string, number> = {};
    const until = performance.now() + seconds * 1000;
    let pressed = 0;
    const press = async () => {
      const at = pressed++;
      const wanted =
        at % 20 === 7
          ? [rare]
          : Array.from(
              { length: 1 + (at % 3) },
              (_, line) => codes[(at * 7 + line) % (codes.length - 1)] ?? '',
            );
      const card = at % 10 === 3 ? cards.pop() : undefined;
      const body: OrderIntentBody = {
        tokenValue: randomBytes(24).toString('base64url'),
        lines: wanted.map((productVariantCode) => ({
          productVariantCode,
          quantity: 1 + (at % 2),
          whenShort: 'wait',
        })),
        email: `buyer-${createHash('sha1').update(String(at)).digest('hex').slice(0, 12)}@example.lt`,
        contact: jonas,
        shippingAddress: address,
        plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
        paymentMethod: 'TRANSFER',
        ...consents,
        agreedAt: new Date().toISOString(),
        expectedTotal: 0,
        maximumTotal: 1_000_000,
        ...(card === undefined ? {} : { giftCards: [card] }),
      };
      const sentAt = performance.now();
      const answer = await fetch(`${shop.url}/api/v2/shop/order-intents`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomBytes(24).toString('base64url') },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status === 201) took.push(performance.now() - sentAt);
      const word =
        answer.status === 201 ? '201' : `${answer.status} ${/"errorCode":"([^"]+)"/.exec(text)?.[1] ?? ''}`;
      said[word] = (said[word] ?? 0) + 1;
    };
    const buyer = async () => {
      while (performance.now() < until) await press();
    };
    await Promise.all(Array.from({ length: buyers }, buyer));
    const { rows: over } = await database.pool.query<{ n: number }>(
      'select count(*)::int as n from stock where on_hold > on_hand or on_hold < 0',
    );
    const { rows: held } = await database.pool.query<{ n: number }>(
      `select coalesce(sum(i.quantity), 0)::int as n from order_item i join "order" o on o.id = i.order_id where o.state <> 'cart' and i.variant_code = $1`,
      [rare],
    );
    const { rows: papers } = await database.pool.query<{ kind: string; numbers: string[] }>(
      'select kind, array_agg(number) as numbers from document group by kind',
    );
    took.sort((one, other) => one - other);
    const perSecond = took.length / seconds;
    const invoices = papers.find(({ kind }) => kind === 'invoice')?.numbers ?? [];
    const expected = new Set(['201', '422 order.out_of_stock']);
    const faults = Object.entries(said).reduce(
      (sum, [word, count]) => sum + (expected.has(word) ? 0 : count),
      0,
    );
    if (faults > 0) console.log(said);
    return [
      figure('orders placed, 60 s', perSecond, '/s', '>= 50', perSecond >= 50),
      figure('an order, p99', took[Math.floor(took.length * 0.99)] ?? Number.NaN, 'ms', 'information', true),
      figure('refused as sold out', said['422 order.out_of_stock'] ?? 0, '', 'information', true),
      figure('other answers than an order', faults, '', '0', faults === 0),
      figure(
        'stock oversold',
        (over[0]?.n ?? 0) + Math.max(0, (held[0]?.n ?? 0) - fewPieces),
        '',
        '0',
        over[0]?.n === 0 && (held[0]?.n ?? 0) <= fewPieces,
      ),
      figure(
        `gaps in ${invoices.length} numbers of invoices`,
        gapsIn(invoices),
        '',
        '0',
        gapsIn(invoices) === 0 && invoices.length > 0,
      ),
    ];
  } finally {
    await database.close();
    await shop.stop();
  }
}

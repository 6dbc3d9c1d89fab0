/** `goods [TEXT|CODE]`: what is sold, for what and where it lies. */
import { sql } from 'kysely';
import { textIn, type Texts } from '#domain/catalogue/texts.ts';
import { paidPieces } from '#server/catalogue/paid-pieces.ts';
import { tiersOf } from '#server/catalogue/product-store.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { counted, euros, keeperLocale, toldTable } from '#server/text/told-table.ts';

/** Variants listed at once. */
const most = 50;

interface GoodsRow {
  code: string;
  product: string;
  name: Texts;
  variant: Texts;
  is_sold: boolean;
  tracked: boolean;
  trade: boolean;
  professional: boolean;
  chemical: boolean;
  is_gift: boolean;
  prices: { channel: string; price: number; tiers: { quantity: number; price: number }[] }[];
  stock: { warehouse: string; pieces: number; held: number; paid: number }[];
  found: number;
}

/** A reduction of one piece may go below it: then the least price is charged (decision 48). */
const tierText = (tier: { quantity: number; price: number }, price: number): string =>
  `${tier.quantity}+ ${euros(tier.price)}${tier.price < price ? '' : ' (idle: one costs no more)'}`;

function pricesText(prices: GoodsRow['prices']): string {
  const texts = prices.map(({ price, tiers }) =>
    [euros(price), ...tiers.map((tier) => tierText(tier, price))].join(' / '),
  );
  return new Set(texts).size === 1
    ? (texts[0] ?? '')
    : prices.map(({ channel }, at) => `${channel} ${texts[at] ?? ''}`).join(', ');
}

/** On hand at one warehouse: how many of them orders hold, and what lies there beside them. */
function placeText({ warehouse, pieces, held, paid }: GoodsRow['stock'][0]): string {
  const beside = [
    ...(held > 0 ? [`${held} held`] : []),
    ...(paid > 0 ? [`${paid} more paid for and not sent yet`] : []),
  ];
  return `${warehouse} ${pieces}${beside.length > 0 ? ` (${beside.join('; ')})` : ''}`;
}

const stockText = ({ tracked, stock }: GoodsRow): string =>
  tracked ? stock.map(placeText).join(', ') || 'none' : 'not counted';

/**
 * @param asked words of a name, or the beginning of a code of a variant or a product, or an EAN; nothing: everything
 */
export async function listGoods({ db }: Pick<MailServices, 'db'>, asked: string): Promise<string> {
  const words = asked.split(/\s+/).filter(Boolean);
  const like = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const { rows } = await sql<GoodsRow>`
    with paid as materialized (${sql.raw(paidPieces)})
    select v.code, p.code as product, p.name, v.name as variant, (p.enabled and v.enabled) as is_sold, v.tracked,
      p.ammonium_nitrate16 as trade, p.professional_use as professional, p.is_chemical as chemical, p.is_gift,
      coalesce((select jsonb_agg(jsonb_build_object('channel', c.code, 'price', cp.price,
        'tiers', ${tiersOf('v.id', sql`c.id`)}) order by c.id)
        from channel_price cp join channel c on c.id = cp.channel_id where cp.variant_id = v.id), '[]') as prices,
      coalesce((select jsonb_agg(jsonb_build_object('warehouse', w.code, 'pieces', s.on_hand, 'held', s.on_hold,
        'paid', coalesce(paid.pieces, 0)) order by w.priority, w.code)
        from stock s join warehouse w on w.id = s.warehouse_id left join paid using (variant_id, warehouse_id)
        where s.variant_id = v.id and (s.on_hand > 0 or s.on_hold > 0 or paid.pieces > 0)), '[]') as stock,
      count(*) over ()::int as found
    from product_variant v join product p on p.id = v.product_id
    where (${words.length} = 0 or v.code ilike ${`${like(asked)}%`} or p.code ilike ${`${like(asked)}%`} or v.ean = ${asked}
      or concat_ws(' ', p.name::text, v.name::text) ilike all (${words.map((word) => `%${like(word)}%`)}::text[]))
    order by (v.code = ${asked} or p.code = ${asked}) desc, p.position, p.id, v.position, v.id
    limit ${most}`.execute(db);
  if (rows.length === 0) return asked === '' ? 'No goods yet: import FILE.' : `No goods match "${asked}".`;
  const table = toldTable(
    ['CODE', 'PRODUCT', 'PRICE', 'STOCK', '', 'NAME'],
    rows.map((row) => [
      row.code,
      row.product,
      pricesText(row.prices),
      stockText(row),
      [
        ...(row.is_sold ? [] : ['off']),
        ...(['trade', 'professional', 'chemical'] as const).filter((kind) => row[kind]),
        ...(row.is_gift ? ['gift'] : []),
      ].join(', '),
      [textIn(row.name, keeperLocale), textIn(row.variant, keeperLocale)].filter(Boolean).join(', '),
    ]),
  );
  const found = rows[0]?.found ?? 0;
  return found > rows.length ? `${table}\n${rows.length} of ${counted(found, 'variant')}.` : table;
}

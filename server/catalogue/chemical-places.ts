/** Where chemical goods may be handed out (contract 5.7), for queries, and goods that lie where nobody gets them. */
import { sql } from 'kysely';
import type { RunSql } from '#server/database/run-sql.ts';
import { counted } from '#server/text/told-table.ts';

/** As `handsOutChemicals` of the domain, of a warehouse `w`. */
const handsOut = '(w.collection and w.chemicals and not w.main)';

/** Whether warehouse `w` gives goods of product `p` to anybody. */
export const mayGive = sql<boolean>`(not p.is_chemical or ${sql.raw(handsOut)})`;

/** Goods of product `p` that are not counted can be had: chemical ones where a warehouse of the channel hands them out. */
export const hasPlace = (channel: ReturnType<typeof sql>) =>
  sql<boolean>`(not p.is_chemical or exists (
    select 1 from warehouse w where ${channel} = any(w.channels) and ${sql.raw(handsOut)}))`;

/** Chemical goods of which pieces lie only where none may be handed out. */
export interface Stranded {
  code: string;
  /** Where they lie; empty: they are not counted. */
  at: { warehouse: string; pieces: number }[];
}

/**
 * @param wanted codes of variants, or of the product of all of them
 * @returns what nobody can get, and the codes of the warehouses that may hand it out
 */
export async function strandedChemicals(
  run: RunSql,
  wanted: { variants: readonly string[] } | { product: number },
): Promise<{ goods: Stranded[]; places: string[] }> {
  const places = await run<{ code: string }>(
    `select w.code from warehouse w where ${handsOut} and w.channels <> '{}' order by w.priority, w.code`,
    [],
  );
  const [condition, value] =
    'product' in wanted ? ['p.id = $1', wanted.product] : ['v.code = any($1)', [...wanted.variants]];
  const goods = await run<Stranded>(
    `select v.code, coalesce((select jsonb_agg(jsonb_build_object('warehouse', w.code, 'pieces', s.on_hand) order by w.code)
       from stock s join warehouse w on w.id = s.warehouse_id where s.variant_id = v.id and s.on_hand > 0), '[]') as at
     from product_variant v join product p on p.id = v.product_id
     where ${condition} and p.is_chemical and v.enabled
       and case when v.tracked then exists (select 1 from stock s where s.variant_id = v.id and s.on_hand > 0)
         and not exists (select 1 from stock s join warehouse w on w.id = s.warehouse_id
           where s.variant_id = v.id and s.on_hand > 0 and ${handsOut})
         else not exists (select 1 from warehouse w where ${handsOut} and w.channels <> '{}') end
     order by v.code`,
    [value],
  );
  return { goods, places: places.map(({ code }) => code) };
}

/** What the keeper should do about one of them. */
export function strandedText({ code, at }: Stranded, places: readonly string[]): string {
  const lies = at.map(({ warehouse, pieces }) => `${counted(pieces, 'piece')} in ${warehouse}`).join(', ');
  const where = lies === '' ? 'a chemical' : `a chemical, ${lies}, where none is handed out`;
  const remedy =
    places.length === 0
      ? 'No warehouse hands out chemicals: warehouse add CODE ... --collection --chemicals'
      : `Say how many lie in ${places.join(' or ')}: set-stock ${code} ${places[0] ?? ''} PIECES`;
  return `${where}: nobody can buy it. ${remedy}`;
}

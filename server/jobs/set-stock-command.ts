/** `set-stock VARIANT WAREHOUSE N`: what somebody counted on the shelf (contract 4.15). */
import { sql, type Kysely } from 'kysely';
import { paidPieces } from '#server/catalogue/paid-pieces.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { counted } from '#server/text/told-table.ts';
import { CommandError, UsageError } from './command-error.ts';
import { refuseMoney } from './offer-options.ts';

/** Which of the two there is none of; the code of a product is taken for one of a variant easily. */
async function whatIsMissing(db: Kysely<Database>, variant: string, warehouse: string): Promise<string> {
  const place = await db
    .selectFrom('warehouse')
    .select('id')
    .where('code', '=', warehouse)
    .executeTakeFirst();
  if (!place) return `There is no warehouse ${warehouse}: warehouses lists their codes.`;
  const variants = await db
    .selectFrom('product_variant')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .select('product_variant.code')
    .where('product.code', '=', variant)
    .orderBy('product_variant.position')
    .execute();
  if (variants.length === 0) return `There is no variant ${variant}.`;
  return `${variant} is a product: its variants are ${variants.map(({ code }) => code).join(', ')}.`;
}

const paidText = (pieces: number): string => `${pieces === 1 ? 'is' : 'are'} paid for and not sent yet`;

/** Asked for once the stock is locked: money that comes meanwhile takes its pieces off it. */
async function paidPiecesAt(db: Kysely<Database>, variant: number, warehouse: number): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select pieces from (${sql.raw(paidPieces)}) as paid
    where variant_id = ${variant} and warehouse_id = ${warehouse}`.execute(db);
  return rows[0]?.pieces ?? 0;
}

/** Pieces that somebody counted, written in digits. @throws UsageError for what is no such number */
export function readPieceCount(text: string): number {
  const pieces = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (pieces <= 1_000_000) return pieces;
  throw new UsageError(`The number of pieces should be a whole number from 0 to 1000000, not "${text}".`);
}

/**
 * `set-stock VARIANT WAREHOUSE N`: pieces that lie there, those that are paid for and have not left among them; what orders hold stays
 * held.
 * @throws CommandError for fewer than orders need
 */
export function setStock(
  services: MailServices,
  variant: string,
  warehouse: string,
  pieces: number,
): Promise<string> {
  if (!Number.isInteger(pieces) || pieces < 0 || pieces > 1_000_000)
    throw new CommandError('The number of pieces should be a whole number from 0 to 1000000.');
  return inScope(services.db, async (trx) => {
    const ids = await trx
      .selectFrom('product_variant')
      .innerJoin('product', 'product.id', 'product_variant.product_id')
      .innerJoin('warehouse', (join) => join.on('warehouse.code', '=', warehouse))
      .select([
        'product_variant.id as variant',
        'product_variant.tracked',
        'product.type',
        'warehouse.id as warehouse',
        'warehouse.channels',
      ])
      .where('product_variant.code', '=', variant)
      .executeTakeFirst();
    if (!ids) throw new CommandError(await whatIsMissing(trx, variant, warehouse));
    refuseMoney(variant, ids.type);
    const there = await trx
      .selectFrom('stock')
      .select(['warehouse_id', 'on_hold'])
      .where('variant_id', '=', ids.variant)
      .orderBy('warehouse_id')
      .forUpdate()
      .execute();
    const hold = there.find((one) => one.warehouse_id === ids.warehouse)?.on_hold ?? 0;
    const paid = await paidPiecesAt(trx, ids.variant, ids.warehouse);
    if (hold + paid > pieces)
      throw new CommandError(
        `Orders hold ${counted(hold, 'piece')} of ${variant} in ${warehouse}${paid > 0 ? `, and ${paid} more ${paidText(paid)}` : ''}: fewer cannot be there.${paid > 0 ? ' Has a parcel left? order NUMBER ship.' : ''}`,
      );
    const onHand = pieces - paid;
    await trx
      .insertInto('stock')
      .values({ variant_id: ids.variant, warehouse_id: ids.warehouse, on_hand: onHand })
      .onConflict((conflict) =>
        conflict.columns(['variant_id', 'warehouse_id']).doUpdateSet({ on_hand: onHand }),
      )
      .execute();
    // Whoever has counted knows better than a feed what there is for orders.
    await trx
      .updateTable('stock')
      .set({ missing: 0 })
      .where('variant_id', '=', ids.variant)
      .where('missing', '>', 0)
      .execute();
    // Who says how many there are wants them counted from now on.
    if (!ids.tracked)
      await trx.updateTable('product_variant').set({ tracked: true }).where('id', '=', ids.variant).execute();
    await trx
      .insertInto('audit')
      .values({
        action: 'stock.set',
        order_id: null,
        data: JSON.stringify({ variant, warehouse, pieces }),
      })
      .execute();
    const told = `${variant} in ${warehouse}: ${counted(onHand, 'piece')} on hand, ${hold} held by orders${paid > 0 ? `; ${paid} more ${paidText(paid)}` : ''}.`;
    return ids.channels.length > 0 ? told : `${told} ${warehouse} is closed: nothing is sold from there.`;
  });
}

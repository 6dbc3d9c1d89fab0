/** Who wants to hear when goods are back, and the letters that tell them (contract STK-01 to STK-03). */
import { textIn, type Texts } from '#domain/catalogue/texts.ts';
import { invalidForm } from '#server/forms/account-fields.ts';
import { sql, type Kysely } from 'kysely';
import { hasPlace, mayGive } from '#server/catalogue/chemical-places.ts';
import type { RequestedStock, StockRequest } from '#contract/stock-requests.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { letterToken, readLetterToken } from '#server/mail/letter-token.ts';
import { checkEmail } from '#server/forms/check-addresses.ts';
import { violationOf } from '#server/forms/refusal.ts';
import { emailKey } from '#server/text/email-key.ts';

export interface StockRequestServices {
  db: Kysely<Database>;
  now: () => Date;
  /** Key of the links in letters. */
  secret: Buffer;
  /** Letters to typed addresses: 30 in an hour per client address (contract 1.13). */
  clientMails: SharedLimit;
  /** Letters that confirm a request: 5 in an hour per e-mail (contract 1.13). */
  mailTries: SharedLimit;
}
type Letters = Pick<StockRequestServices, 'db' | 'now'>;

/** Free pieces of a tracked variant in the warehouses of a channel that may give goods of product `p`. */
const freePieces = (variant: string, channel: string) => sql`coalesce((
  select sum(s.on_hand - s.on_hold) from stock s join warehouse w on w.id = s.warehouse_id
  where s.variant_id = ${sql.ref(variant)} and ${sql.ref(channel)} = any(w.channels) and ${mayGive}), 0)`;

/** Goods and pack as a letter names them. */
const nameOf = (name: Texts, variant: Texts | null, locale: string) =>
  [name, variant]
    .map((texts) => textIn(texts, locale))
    .filter((one) => one !== '')
    .join(', ');

/** Whether variant `v` of product `p` can be had in channel `c`: a set as long as all its required parts can. */
const isInStock = sql<boolean>`case when p.type = 'bundle'
  then not exists (
    select 1 from bundle_item b join product_variant part on part.id = b.variant_id
    where b.product_id = p.id and b.required and part.tracked and ${freePieces('b.variant_id', 'c.code')} < b.quantity)
  else (not v.tracked and ${hasPlace(sql`c.code`)}) or ${freePieces('v.id', 'c.code')} > 0 end`;

async function findVariant(db: Kysely<Database>, code: string, channel: string) {
  const { rows } = await sql<{
    id: number;
    channel_id: number;
    in_stock: boolean;
    name: Texts;
    variant: Texts | null;
  }>`
    select v.id, c.id as channel_id, ${isInStock} as in_stock, p.name, v.name as variant
    from product_variant v join product p on p.id = v.product_id join channel c on c.code = ${channel}
    join channel_price price on price.variant_id = v.id and price.channel_id = c.id
    where v.code = ${code} and v.enabled and p.enabled and not p.is_gift`.execute(db);
  return rows[0];
}

/**
 * STK-01. Asking twice is asking once. A letter says what was asked for, with the link that takes it back: an address can be
 * given by somebody else, who is not told whether it waits already (T11).
 * @throws ApiFailure 409 `stock_request.in_stock`, 422 `stock_request.variant_unknown` or violations of the form, 429 `rate.limited`
 */
export async function requestStock(
  { db, now, secret, clientMails, mailTries }: StockRequestServices,
  context: RequestContext,
  body: {
    productVariantCode: string;
    email?: string | undefined;
    acceptedPrivacyPolicy?: boolean | undefined;
  },
): Promise<RequestedStock> {
  const { caller, locale } = context;
  const { value: email, violations } = checkEmail(caller?.email ?? body.email, locale);
  if (caller === null && body.acceptedPrivacyPolicy !== true)
    violations.push(violationOf('acceptedPrivacyPolicy', 'consent.required', locale));
  if (violations.length > 0) throw invalidForm(violations);
  if (caller === null) await clientMails.take(context.clientAddress);
  const code = body.productVariantCode;
  return inScope(db, async (trx) => {
    const variant = await findVariant(trx, code, context.channel.code);
    if (!variant) throw new ApiFailure(422, 'stock_request.variant_unknown');
    if (variant.in_stock) throw new ApiFailure(409, 'stock_request.in_stock');
    const same = { variant_id: variant.id, channel_id: variant.channel_id, email_key: emailKey(email) };
    const made = await trx
      .insertInto('stock_request')
      .values({
        ...same,
        email,
        locale,
        origin: context.linkOrigin,
        consented_at: caller === null ? now() : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // Somebody who asks for a hundred goods gets five letters; the requests stand all the same.
    if (made && (await mailTries.mayTake(emailKey(email)))) {
      await queueMail(trx, {
        kind: 'stock_request',
        recipient: email,
        locale,
        occasion: `stock_request ${String(made.id)}`,
        payload: {
          origin: context.linkOrigin,
          token: letterToken(secret, 'stock request', made.id),
          name: nameOf(variant.name, variant.variant, locale),
        },
        at: now(),
      });
    }
    return { productVariantCode: code, state: 'pending' };
  });
}

/** STK-03. @throws ApiFailure 404 `stock_request.not_found`: not ours, taken back before, or ended by its letter */
export async function withdrawRequest({ db, secret }: StockRequestServices, hash: string): Promise<void> {
  const id = readLetterToken(secret, 'stock request', hash);
  const gone =
    id === null
      ? undefined
      : await db.deleteFrom('stock_request').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new ApiFailure(404, 'stock_request.not_found');
}

/**
 * STK-02: what the caller waits for, newest first; what was asked for with the e-mail without the account only once the account is
 * known to be that of who reads it (T11).
 */
export async function ownRequests({ db }: Letters, context: RequestContext): Promise<StockRequest[]> {
  const { customerId } = callerOf(context);
  const rows = await db
    .selectFrom('stock_request as r')
    .innerJoin('product_variant as v', 'v.id', 'r.variant_id')
    .innerJoin('channel as c', 'c.id', 'r.channel_id')
    .select(['r.id', 'v.code'])
    .innerJoin('customer', 'customer.email_key', 'r.email_key')
    .where('customer.id', '=', customerId)
    .where((eb) =>
      eb.or([
        eb('customer.proven_at', 'is not', null),
        // Asked for while signed in, to this account and to none with the e-mail before it.
        eb.and([eb('r.consented_at', 'is', null), eb('r.created_at', '>=', eb.ref('customer.created_at'))]),
      ]),
    )
    .where('c.code', '=', context.channel.code)
    .orderBy('r.id', 'desc')
    .limit(1000)
    .execute();
  return rows.map(({ id, code }) => ({ id, productVariantCode: code, state: 'pending' }));
}

/** Writes a letter to everybody whose goods are back; the request ends with it. Tells how many were written. */
export async function writeStockLetters({ db, now }: Letters): Promise<number> {
  return inScope(db, async (trx) => {
    const { rows } = await sql<{
      id: number;
      email: string;
      locale: string;
      origin: string;
      channel_id: number;
      code: string;
      product_id: number;
      slug: Record<string, string>;
      name: Record<string, string>;
      variant: Record<string, string> | null;
    }>`
      with due as (
        select r.id, p.id as product_id, p.slug, p.name, v.code, v.name as variant
        from stock_request r join product_variant v on v.id = r.variant_id join product p on p.id = v.product_id
        join channel c on c.id = r.channel_id
        where v.enabled and p.enabled and ${isInStock}
        order by r.id for update of r skip locked limit 200)
      delete from stock_request r using due where r.id = due.id
      returning r.id, r.email, r.locale, r.origin, r.channel_id, due.code, due.product_id, due.slug, due.name, due.variant`.execute(
      trx,
    );
    for (const row of rows) {
      await queueMail(trx, {
        kind: 'back_in_stock',
        recipient: row.email,
        locale: row.locale,
        occasion: `back_in_stock ${String(row.id)}`,
        payload: {
          origin: row.origin,
          channelId: row.channel_id,
          path: `/p/${textIn(row.slug, row.locale)}-${String(row.product_id)}?variant=${row.code}`,
          name: nameOf(row.name, row.variant, row.locale),
        },
        at: now(),
      });
    }
    return rows.length;
  });
}

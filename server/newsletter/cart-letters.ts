/**
 * Letters about carts that were left (contract 5.9): to an address that is known to be its owner's and has agreed to such
 * letters, while the cart can still be gone on with. Each is written once for a cart; whether it is still wanted is asked
 * again when it goes out.
 */
import { sql, type Kysely } from 'kysely';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import {
  cartLetters,
  leftWithin,
  oneCartFor,
  type CartLetter,
  type CartLetterStep,
} from '#domain/cart/cart-letter-times.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

type Db = Kysely<Database>;

export interface LeftCart {
  id: number;
  token: string;
  channel_id: number;
  locale: string;
  origin: string | null;
  subscriber_id: number;
  /** The subscriber's, as they wrote it. */
  email: string;
}

const occasion = (cartId: number, step: CartLetterStep) => `cart_left ${String(cartId)} ${String(step)}`;

/**
 * Carts `o` of subscribers `s` that a letter may be about now. Consent is given to a seller: in a channel of another one it
 * does not count. Who has ordered since they left the cart has what they wanted.
 */
function wanted(letter: CartLetter, now: Date) {
  const { after, before } = leftWithin(letter, now);
  return sql`
    from "order" o
      join channel oc on oc.id = o.channel_id
      left join customer c on c.id = o.customer_id
      join newsletter_subscriber s on s.email_key = coalesce(c.email_key, lower(o.email))
      join channel sc on sc.id = s.channel_id
    where o.state = 'cart' and o.recovered_at is null and (o.email is not null or o.customer_id is not null)
      and o.updated_at > ${after} and o.updated_at <= ${before}
      and (o.expires_at is null or o.expires_at > ${now})
      and s.status = 'subscribed' and s.covers_carts
      and (sc.id = oc.id or sc.seller is not distinct from oc.seller)
      and (o.customer_id is null
        or (c.enabled and c.verified_at is not null and c.deletion_requested_at is null))
      and exists (select 1 from order_item i
          join product_variant v on v.id = i.variant_id join product g on g.id = v.product_id
        where i.order_id = o.id and i.deleted_at is null and i.marker is distinct from ${giftMarker}
          and v.enabled and g.enabled)
      and not exists (select 1 from "order" p
        where p.state <> 'cart' and p.checkout_completed_at >= o.updated_at
          and (lower(p.email) = s.email_key or p.customer_id = o.customer_id))`;
}

/** Writes the letters that are due. Tells how many were written. */
export async function writeCartLetters({
  db,
  now,
  publicUrl,
}: {
  db: Db;
  now: () => Date;
  /** Public address of the shop; without it nothing leads to a cart whose own is not known. */
  publicUrl: string | undefined;
}): Promise<number> {
  let written = 0;
  for (const letter of cartLetters)
    written += await inScope(db, async (trx) => {
      const at = now();
      // The subscriber's row is held: two processes write no two letters to one address, and who unsubscribes comes before or after.
      const { rows } = await sql<LeftCart>`
        select o.id, o.token, o.channel_id, o.locale, o.origin, s.id as subscriber_id, s.email
        ${wanted(letter, at)}
          and ${publicUrl === undefined ? sql`o.origin is not null` : sql`true`}
          and not exists (select 1 from mail_outbox m
            where m.occasion = 'cart_left ' || o.id || ' ' || ${String(letter.step)})
          and not exists (select 1 from mail_outbox m
            where m.kind = 'cart_left' and lower(m.recipient) = lower(s.email) and m.order_id <> o.id
              and (m.sent_at is null or m.sent_at > ${new Date(at.getTime() - oneCartFor)}))
        order by o.updated_at desc, o.id desc
        for update of s skip locked limit 200`.execute(trx);
      // Of several carts of one address the one changed last.
      const carts = new Map<number, LeftCart>();
      for (const cart of rows) if (!carts.has(cart.subscriber_id)) carts.set(cart.subscriber_id, cart);
      for (const cart of carts.values())
        await queueMail(trx, {
          kind: 'cart_left',
          order_id: cart.id,
          recipient: cart.email,
          locale: cart.locale,
          occasion: occasion(cart.id, letter.step),
          payload: { step: letter.step, subscriberId: cart.subscriber_id },
          at,
        });
      return carts.size;
    });
  return written;
}

export interface LeftGoods {
  product_name: Texts;
  variant_name: Texts | null;
  quantity: number;
}

/** A cart and its goods that are still sold, for its letter; null where nobody wants it any more. */
export async function leftCart(
  db: Db,
  now: Date,
  mail: { order_id: number; payload: { step: CartLetterStep; subscriberId: number } },
): Promise<{ cart: LeftCart; goods: LeftGoods[] } | null> {
  const letter = cartLetters.find(({ step }) => step === mail.payload.step);
  if (letter === undefined) return null;
  const { rows } = await sql<LeftCart>`
    select o.id, o.token, o.channel_id, o.locale, o.origin, s.id as subscriber_id, s.email
    ${wanted(letter, now)} and o.id = ${mail.order_id} and s.id = ${mail.payload.subscriberId}`.execute(db);
  const cart = rows[0];
  if (!cart) return null;
  const goods = await db
    .selectFrom('order_item as i')
    .innerJoin('product_variant as v', 'v.id', 'i.variant_id')
    .innerJoin('product as g', 'g.id', 'v.product_id')
    .select(['i.product_name', 'i.variant_name', 'i.quantity'])
    .where('i.order_id', '=', cart.id)
    .where('i.deleted_at', 'is', null)
    .where('v.enabled', '=', true)
    .where('g.enabled', '=', true)
    .where(sql<boolean>`i.marker is distinct from ${giftMarker}`)
    .orderBy('i.id')
    .execute();
  return { cart, goods };
}

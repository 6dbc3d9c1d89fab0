/** The guest's cart that was on the device when somebody signed up (contract 5.9, ACC-05). */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { claimCartOf, type Claim } from '#server/orders/claim-cart.ts';
import { findOrder } from '#server/order-store/find-order.ts';

type Db = Kysely<Database>;

/** Id of the open guest cart that a token names in a channel, its row locked until the account names it; null for anything else, which is ignored. */
export async function openGuestCart(
  db: Db,
  token: string | undefined,
  channelCode: string,
): Promise<number | null> {
  if (token === undefined) return null;
  const found = await findOrder(db, token, { channelCode, customerId: null }, { lock: true });
  return found?.state === 'cart' && found.customer_id === null ? found.id : null;
}

/** Gives the cart of the sign-up to its customer, once: with the first sign-in. */
export async function claimSignUpCart(
  trx: Db,
  { customerId, ...claim }: Omit<Claim, 'channelCode'>,
): Promise<void> {
  const cart = await trx
    .selectFrom('customer')
    .innerJoin('order', 'order.id', 'customer.sign_up_order_id')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .select(['order.token', 'channel.code as channel_code'])
    .where('customer.id', '=', customerId)
    .executeTakeFirst();
  if (!cart) return;
  await claimCartOf(trx, cart.token, { ...claim, customerId, channelCode: cart.channel_code });
  await trx.updateTable('customer').set({ sign_up_order_id: null }).where('id', '=', customerId).execute();
}

/** Writes each kind of mail from the rows that it is about: the order with its papers, links, goods that are back. */
import { sql } from 'kysely';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { sellerOf } from '#server/channels/seller.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { composeKeptMail } from '#server/mail/account-deletion-mail.ts';
import { composeAccountLink } from '#server/mail/account-link-mail.ts';
import {
  composeCartMail,
  composeNewsletterMail,
  composeReviewMail,
  composeStockMail,
  composeStockRequestMail,
} from '#server/mail/account-mail.ts';
import { oneClickStop, toldLetter } from '#server/mail/letter.ts';
import type { OrderMailKind } from '#server/mail/mail-kinds.ts';
import type { Letter, MailToWrite } from '#server/mail/mail-outbox.ts';
import { readLetterToken } from '#server/mail/letter-token.ts';
import { composeOrderMail } from '#server/mail/order-mail.ts';
import { composeGiftCards } from './gift-card-letter.ts';
import { localePrefix, originOf, type LetterServices, type ToWrite } from './letter-places.ts';
import { emailOfBuyer, wordsOfBuyer } from '#server/text/words-of-buyer.ts';
import { leftCart } from '#server/newsletter/cart-letters.ts';
import { cartLink } from '#server/newsletter/cart-link.ts';
import { stopToken } from '#server/newsletter/stop-links.ts';
import { presentOrder } from '#server/orders/order-presenter.ts';
import { selectOrders, type OrderRow } from '#server/order-store/order-store.ts';
import { loadOrderView } from '#server/orders/order-to-present.ts';
import { invoiceOf, preInvoiceOf } from '#server/placed-orders/document-routes.ts';
import { toldOrder } from '#server/placed-orders/told-order.ts';
import { euros } from '#server/text/told-table.ts';

/** A kind of mail without its letter does not compile here. */
export async function writeLetter(services: LetterServices, mail: MailToWrite): Promise<Letter | null> {
  const { db, publicUrl } = services;
  switch (mail.kind) {
    case 'account_verification':
    case 'password_reset':
    case 'account_known':
    case 'account_begun_twice':
    case 'account_deletion':
      return composeAccountLink({ publicUrl, seller: await sellerOf(db) }, mail);
    case 'account_kept':
      return composeKeptMail({ locale: mail.locale, seller: await sellerOf(db) });
    case 'review_request':
      return composeReviewRequest(services, mail);
    case 'stock_request':
      return composeStockRequest(services, mail);
    case 'back_in_stock':
      return composeBackInStock(services, mail);
    case 'newsletter_confirmation':
      return composeConfirmation(services, mail);
    case 'cart_left':
      return composeLeftCart(services, mail);
    case 'order_notice':
      return composeOrderNotice(services, mail);
    case 'gift_card':
      return composeGiftCards(services, mail);
    default:
      return composeOrderLetter(services, mail);
  }
}

/** The order as its buyer sees it now, with the paper that goes with this mail. */
async function composeOrderLetter(
  services: LetterServices,
  { kind, order_id, locale }: ToWrite<OrderMailKind>,
): Promise<Letter> {
  const found = await selectOrders(services.db).where('order.id', '=', order_id).executeTakeFirst();
  if (!found) throw new Error('The order of the mail is gone.');
  const order: OrderRow = found;
  const presented = presentOrder(await loadOrderView(services.db, order), locale, services.now());
  const isTransfer = presented.payments.at(-1)?.method?.kind === 'transfer';
  const attached =
    kind === 'order_placed' && order.payment_state === 'awaiting_payment' && isTransfer
      ? ('pre-invoice' as const)
      : // Of what cards and points paid whole nothing comes to be paid: its invoice goes with the first letter.
        (kind === 'order_paid' || (kind === 'order_placed' && order.total === 0)) &&
          presented.documents?.some((one) => one.kind === 'invoice') === true
        ? ('invoice' as const)
        : null;
  const attachments: { filename: string; content: Buffer; contentType: string }[] = [];
  if (attached !== null) {
    const write = attached === 'invoice' ? invoiceOf : preInvoiceOf;
    const paper = await write(services, order, locale).catch((error: unknown) => {
      // Too many papers at once: the mail waits for its next turn.
      if (error instanceof ApiFailure) throw new Error(error.errorCode);
      throw error;
    });
    attachments.push({ filename: `${paper.name}.pdf`, content: paper.bytes, contentType: 'application/pdf' });
  }
  const origin = await originOf(services, order.id);
  const prefix = await localePrefix(services, order.channel_id, locale);
  return {
    ...composeOrderMail({
      kind,
      order: presented,
      locale,
      seller: await sellerOf(services.db, order.channel_id),
      orderUrl: `${origin}${prefix}/orders/${order.token}`,
      termsUrl:
        kind === 'order_placed' ? await termsUrl(services, order.channel_id, locale, origin + prefix) : null,
      attached,
    }),
    attachments,
  };
}

/** What the keeper is told of a new order: the same as `order NUMBER` says, without links that a stranger could write but the address to answer. */
async function composeOrderNotice({ db }: LetterServices, { order_id }: ToWrite<'order_notice'>) {
  const order = await db
    .selectFrom('order')
    .select(['number', 'token', 'total', 'email'])
    .where('id', '=', order_id)
    .executeTakeFirst();
  const told = order && (await toldOrder(db, order.token, { line: wordsOfBuyer, email: emailOfBuyer }));
  if (!order || !told) throw new Error('The order of the mail is gone.');
  return {
    ...toldLetter(`Order ${order.number ?? ''}, ${euros(order.total)}`, told),
    ...(order.email === null ? {} : { replyTo: order.email }),
  };
}

/** Where the terms of the channel stand. */
async function termsUrl(
  services: LetterServices,
  channelId: number,
  locale: string,
  root: string,
): Promise<string | null> {
  const page = await services.db
    .selectFrom('page')
    .innerJoin('channel', (join) => join.on(sql<boolean>`page.code = channel.pages->>'terms'`))
    .select('page.slug')
    .where('channel.id', '=', channelId)
    .executeTakeFirst();
  return page ? `${root}/${textIn(page.slug, locale)}` : null;
}

async function composeReviewRequest(
  services: LetterServices,
  { locale, payload: { links }, order_id }: ToWrite<'review_request'>,
) {
  const order = await services.db
    .selectFrom('order')
    .select(['id', 'number', 'channel_id'])
    .where('id', '=', order_id)
    .executeTakeFirst();
  if (!order) throw new Error('The order of the mail is gone.');
  const goods = await services.db
    .selectFrom('product')
    .select(['id', 'name', 'slug'])
    .where(
      'id',
      'in',
      links.map((one) => one.productId),
    )
    .execute();
  const root =
    (await originOf(services, order.id)) + (await localePrefix(services, order.channel_id, locale));
  const parts = links.flatMap(({ productId, token }) => {
    const product = goods.find(({ id }) => id === productId);
    if (!product) return [];
    return [
      {
        name: textIn(product.name, locale),
        url: `${root}/p/${textIn(product.slug, locale)}-${String(productId)}?review=${token}`,
      },
    ];
  });
  return composeReviewMail({
    locale,
    number: order.number ?? '',
    goods: parts,
    seller: await sellerOf(services.db, order.channel_id),
  });
}

/** What was left in a cart, as it is now; null where the cart was ordered, emptied or opened meanwhile, or nobody wants letters. */
async function composeLeftCart(services: LetterServices, mail: ToWrite<'cart_left'>): Promise<Letter | null> {
  const left = await leftCart(services.db, services.now(), mail);
  if (left === null) return null;
  const { cart, goods } = left;
  const { locale } = mail;
  const origin = services.publicUrl ?? cart.origin;
  if (origin === null) return null;
  const localePath = (await localePrefix(services, cart.channel_id, locale)).slice(1);
  const at = (route: RouteName) => origin + routePattern(route, locale, localePath);
  const stopUrl = at('NEWSLETTER_STOP').replace(
    ':token',
    stopToken(services.letterSecret, cart.subscriber_id),
  );
  return {
    ...composeCartMail({
      locale,
      step: mail.payload.step,
      goods: goods.map(({ product_name, variant_name, quantity }) => ({
        name: [product_name, variant_name]
          .map((texts) => textIn(texts, locale))
          .filter((one) => one !== '')
          .join(', '),
        quantity,
      })),
      cartUrl: at('CART_RECOVER').replace(':orderToken', cartLink(services.letterSecret, cart)),
      stopUrl,
      seller: await sellerOf(services.db, cart.channel_id),
    }),
    headers: oneClickStop(stopUrl),
  };
}

async function composeBackInStock(
  services: LetterServices,
  { locale, payload: { origin, channelId, path, name } }: ToWrite<'back_in_stock'>,
) {
  const url = `${services.publicUrl ?? origin}${await localePrefix(services, channelId, locale)}${path}`;
  return composeStockMail({ locale, name, url, seller: await sellerOf(services.db, channelId) });
}

async function composeStockRequest(
  services: LetterServices,
  { locale, payload: { origin, token, name } }: ToWrite<'stock_request'>,
) {
  const path = routePattern('STOCK_REQUEST', locale).replace(':token', token);
  return composeStockRequestMail({
    locale,
    name,
    url: (services.publicUrl ?? origin) + path,
    seller: await sellerOf(services.db),
  });
}

async function composeConfirmation(
  services: LetterServices,
  { locale, payload: { origin, token } }: ToWrite<'newsletter_confirmation'>,
) {
  const at = (route: 'NEWSLETTER_CONFIRM' | 'NEWSLETTER_STOP', of: string) =>
    (services.publicUrl ?? origin) + routePattern(route, locale).replace(':token', of);
  const id = readLetterToken(services.letterSecret, 'newsletter', token);
  const stopUrl = at('NEWSLETTER_STOP', id === null ? token : stopToken(services.letterSecret, id));
  const mail = composeNewsletterMail({
    locale,
    confirmUrl: at('NEWSLETTER_CONFIRM', token),
    stopUrl,
    seller: await sellerOf(services.db),
  });
  return { ...mail, headers: oneClickStop(stopUrl) };
}

/** Documents of an order (contract ORD-04, ORD-05). */
import type { Hono } from 'hono';
import type { Selectable } from 'kysely';
import { paymentOffers } from '#domain/orders/payment-offers.ts';
import type { Database } from '#server/database/schema.ts';
import { ApiFailure, busy } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { askerOf, reader, readOrderOf, type OrderServices } from '#server/orders/change-order.ts';
import { presentOrder } from '#server/orders/order-presenter.ts';
import { loadOrderView } from '#server/orders/order-to-present.ts';
import { findOrder } from '#server/order-store/find-order.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import { sellerOf } from '#server/channels/seller.ts';
import { writeOrderDocument } from '#server/documents/order-document.ts';
import { taxRowsOf } from './tax-rows.ts';

type PaperServices = Pick<OrderServices, 'db' | 'now'>;

const pdf = (bytes: Buffer, name: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  });

/** Of a paper with a number of its own: people look for it by the number of their order (R1.22). */
const fileName = (paper: { number: string }, order: OrderRow): string =>
  `${paper.number} (${order.number ?? ''})`;

/** PDFs are the costliest answers: only a few are drawn at once, others wait their turn. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length > 50) throw busy(2);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** The pre-invoice of an order in the locale given: for the download and for the mail. */
export async function preInvoiceOf(
  services: PaperServices,
  order: OrderRow,
  locale: string,
): Promise<{ name: string; bytes: Buffer }> {
  const db = reader(services);
  const row = await db
    .selectFrom('document')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('kind', '=', 'pre_invoice')
    .executeTakeFirst();
  // A cart at the payment step has no number yet; its paper is named after the day.
  const number = row?.number ?? `IS-${services.now().toISOString().slice(0, 10)}`;
  const bytes = await inTurn(async () =>
    writeOrderDocument({
      kind: 'pre_invoice',
      number,
      issuedAt: row?.issued_at ?? services.now(),
      order: presentOrder(await loadOrderView(db, order), locale, services.now()),
      taxRows: await taxRowsOf(db, order),
      seller: row?.seller ?? (await sellerOf(db, order.channel_id)),
      locale,
    }),
  );
  return { name: number, bytes };
}

type IssuedRow = Pick<Selectable<Database['document']>, 'kind' | 'number' | 'issued_at' | 'seller'>;

/** A paper that was issued, in the locale given. */
const writeIssued = (
  services: PaperServices,
  order: OrderRow,
  row: IssuedRow,
  locale: string,
  credits?: string,
): Promise<Buffer> =>
  inTurn(async () =>
    writeOrderDocument({
      kind: row.kind,
      number: row.number,
      issuedAt: row.issued_at,
      order: presentOrder(await loadOrderView(reader(services), order), locale, services.now()),
      taxRows: await taxRowsOf(reader(services), order),
      ...(credits ? { credits } : {}),
      seller: row.seller ?? (await sellerOf(reader(services), order.channel_id)),
      locale,
    }),
  );

/** The invoice of a paid order, for the mail that says so. */
export async function invoiceOf(
  services: PaperServices,
  order: OrderRow,
  locale: string,
): Promise<{ name: string; bytes: Buffer }> {
  const row = await reader(services)
    .selectFrom('document')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  return { name: fileName(row, order), bytes: await writeIssued(services, order, row, locale) };
}

export function mountDocuments(services: OrderServices): (server: EndpointServer, app: Hono) => void {
  return (server) => {
    server.serve('downloadPreInvoice', async ({ params, context }) => {
      const { name, bytes } = await readOrderOf(services, params.token, context, async (_db, order) => {
        const offers = paymentOffers({ state: order.state, paymentState: order.payment_state });
        const ready =
          order.state === 'cart' ? order.checkout_state === 'payment_selected' : offers.preInvoice;
        if (!ready) throw new ApiFailure(409, 'invoice.not_ready');
        return preInvoiceOf(services, order, context.locale);
      });
      return pdf(bytes, name);
    });
    server.serve('downloadInvoice', async ({ params, query, context }) => {
      const { row, credits, order } = await findInvoice(services, params.id, query.orderToken, context);
      return pdf(await writeIssued(services, order, row, context.locale, credits), fileName(row, order));
    });
  };
}

/**
 * Ids are counted, so they open nothing by themselves: the order's token decides, or the sign-in of its customer (ORD-04).
 * With neither, or those of another, the paper does not exist.
 */
async function findInvoice(
  services: OrderServices,
  id: number,
  token: string | undefined,
  context: RequestContext,
) {
  const db = reader(services);
  const named = token ?? (await tokenOfOwn(db, id, context));
  const order = named === undefined ? undefined : await findOrder(db, named, askerOf(context));
  const papers = order
    ? await db
        .selectFrom('document')
        .selectAll()
        .where('order_id', '=', order.id)
        .where('kind', 'in', ['invoice', 'credit_note'])
        .execute()
    : [];
  const row = papers.find((one) => one.id === id);
  if (order && row) {
    const invoice = papers.find(({ kind }) => kind === 'invoice');
    return { row, order, credits: row.kind === 'credit_note' ? invoice?.number : undefined };
  }
  services.tokenMisses.take(context.clientAddress);
  throw new ApiFailure(404, 'invoice.not_found');
}

/** Token of the caller's own order that a paper is of. */
async function tokenOfOwn(db: Db, id: number, { caller }: RequestContext): Promise<string | undefined> {
  if (!caller) return undefined;
  const row = await db
    .selectFrom('document')
    .innerJoin('order', 'order.id', 'document.order_id')
    .select('order.token')
    .where('document.id', '=', id)
    .where('order.customer_id', '=', caller.customerId)
    .executeTakeFirst();
  return row?.token;
}

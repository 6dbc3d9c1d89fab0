/** The parts of an order intent, each checked by the rules that the calls of a checkout apply (contract CHK-19, 5.10). */
import { sql } from 'kysely';
import type { OrderAddress } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { handsOutChemicals } from '#domain/orders/chemical-collection.ts';
import { isQuantity, quantityBounds } from '#contract/orders/item-bounds.ts';
import { settleShort, sumLines, type SettledLines, type WantedLine } from '#domain/waiting/intent-lines.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { accountEmail, bookAddress } from '#server/order-terms/buyer-account.ts';
import {
  checkAddress,
  checkCompany,
  checkContact,
  checkEmail,
  invalidAddress,
} from '#server/forms/check-addresses.ts';
import { allBesideAddresses } from '#server/checkout/beside-addresses.ts';
import { addressFromContacts } from '#server/checkout/update-order.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import { shortRefusal } from './goods-elsewhere.ts';
import { loadAvailability, loadVariantFacts, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import {
  loadWarehouses,
  type ChannelRow,
  type Db,
  type OrderRow,
  type WarehouseRow,
} from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal, violationOf } from '#server/forms/refusal.ts';
import { restrictionOf, rightsOf } from '#server/order-terms/restricted-goods-checks.ts';

/** Group 3, and the bounds of quantities: the lines of an intent, one per variant. */
export function wantedLines(body: OrderIntentBody, locale: string): WantedLine[] {
  const lines = sumLines(body.lines);
  if (lines.length === 0) throw new ApiFailure(422, 'cart.empty');
  const { max } = quantityBounds;
  const out = new Set(lines.filter((line) => !isQuantity(line.quantity)).map((line) => line.index));
  for (const [index, line] of body.lines.entries()) if (!isQuantity(line.quantity)) out.add(index);
  if (out.size > 0)
    throw new ApiFailure(422, 'cart.quantity_range', {
      values: { max },
      violations: [...out].map((index) =>
        violationOf(`lines[${index}].quantity`, 'cart.quantity_range', locale, { max }),
      ),
    });
  return lines;
}

/** Columns of the order that say who buys and where it goes. */
export type PeopleColumns = Record<string, unknown> & {
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string;
};

/** What the order takes from the account of its buyer: its e-mail, and an address of its book that nothing typed stands before. */
export interface BuyerAccount {
  email: string | null;
  address: OrderAddress | null;
}
export const accountOf = async (
  db: Db,
  customerId: number | null,
  body: OrderIntentBody,
  locale: string,
): Promise<BuyerAccount> => ({
  email: await accountEmail(db, customerId),
  address:
    body.addressId === undefined || body.shippingAddress
      ? null
      : await bookAddress(db, customerId, body.addressId, locale),
});

/** Groups 5 and 6: contacts, addresses that the kinds of delivery need, the company of an invoice. */
export function peopleOf(
  body: OrderIntentBody,
  account: BuyerAccount,
  channel: ChannelRow,
  locale: string,
  now: Date,
): PeopleColumns {
  const country = channel.countries[0] ?? 'LT';
  const email = checkEmail(account.email ?? body.email, locale);
  const contact = checkContact(body.contact, country, locale);
  const missing = [...email.violations, ...contact.violations];
  if (missing.length > 0) throw invalidAddress(missing);

  const violations: Violation[] = [];
  const take = <T>(checked: { value: T; violations: Violation[] }): T => {
    violations.push(...checked.violations);
    return checked.value;
  };
  const byCourier = body.plan.code === 'courier' || body.plan.code === 'mixed.courier';
  const given = body.shippingAddress ?? account.address;
  if (byCourier && !given) throw refusal('address.required', 'shippingAddress', locale);
  // An address of a courier means nothing to an order that is collected.
  const shipping =
    byCourier && given ? take(checkAddress('shippingAddress.', given, channel.countries, locale)) : null;
  const toBill = body.billingAddress
    ? take(checkAddress('billingAddress.', body.billingAddress, channel.countries, locale))
    : shipping;
  const invoice = body.invoice
    ? take(checkCompany('invoice.', body.invoice, channel.countries, locale))
    : null;
  const beside = allBesideAddresses(body, locale, now);
  violations.push(...beside.violations);
  if (violations.length > 0) throw invalidAddress(violations);

  const people = {
    email: email.value,
    first_name: contact.value.firstName,
    last_name: contact.value.lastName,
    phone_number: contact.value.phoneNumber,
  };
  const billing = toBill ?? { ...addressFromContacts(people), countryCode: country };
  return {
    ...beside.columns,
    ...people,
    shipping_address: shipping ? JSON.stringify(shipping) : null,
    billing_address: JSON.stringify(billing),
    invoice: invoice ? JSON.stringify(invoice) : null,
  };
}

/** Group 7: every line names something that the channel sells today. */
export async function sellableFacts(
  db: Db,
  order: OrderRow,
  lines: readonly WantedLine[],
  now: Date,
  locale: string,
): Promise<ReadonlyMap<string, VariantFacts>> {
  const rows = await loadVariantFacts(db, order.channel_id, { codes: lines.map((line) => line.code) });
  const facts = new Map(rows.map((fact) => [fact.code, fact]));
  const refused = (which: (fact: VariantFacts | undefined) => boolean, errorCode: ErrorCode) => {
    const gone = lines.filter((line) => which(facts.get(line.code)));
    const first = gone[0];
    if (!first) return;
    const nameOf = (line: WantedLine) => textIn(facts.get(line.code)?.product_name, locale) || line.code;
    throw new ApiFailure(422, errorCode, {
      values: { name: nameOf(first) },
      violations: gone.map((line) =>
        violationOf(`lines[${line.index}]`, errorCode, locale, { name: nameOf(line) }),
      ),
    });
  };
  refused(
    (fact) => !fact || !fact.enabled || fact.price === null || fact.is_gift || fact.product_type !== 'simple',
    'cart.product_unavailable',
  );
  const rights = await rightsOf(db, order, now);
  for (const restriction of ['cart.certificate_required', 'cart.trade_proof_required'] as const)
    refused((fact) => fact !== undefined && restrictionOf(fact, rights) === restriction, restriction);
  return facts;
}

/** Locks the stock of the lines, in the one order that every buyer takes, so that nobody waits in a circle. */
export const lockStock = (db: Db, facts: ReadonlyMap<string, VariantFacts>): Promise<unknown> =>
  sql`select 1 from stock where variant_id = any(${[...facts.values()].map((fact) => fact.variant_id)}::int[])
    order by variant_id, warehouse_id for update`.execute(db);

/** Place of the collected part as the buyer named it. */
export const collectPlace = (body: OrderIntentBody): string | null =>
  /^collection\.(.+)$/.exec(body.plan.code)?.[1] ??
  body.plan.shipments.find((one) => one.warehouse)?.warehouse ??
  null;

/**
 * Group 8: each line by its own rule. What counts are the pieces that the chosen way of delivery can have: all shops
 * that send for a parcel, the one place for a collection, either of them where a part is sent. Call it on locked stock.
 */
export async function settleLines(
  db: Db,
  order: OrderRow,
  body: OrderIntentBody,
  lines: readonly WantedLine[],
  facts: ReadonlyMap<string, VariantFacts>,
  locale: string,
): Promise<SettledLines> {
  const warehouses = await loadWarehouses(db, order.channel_code);
  const place = collectPlace(body);
  const serves = (which: (one: WarehouseRow) => boolean): readonly WarehouseRow[] => {
    const found = warehouses.filter(which);
    // A way of delivery that cannot be is no shortage: groups 9 and 10 tell it.
    return found.length > 0 ? found : warehouses;
  };
  const isPlace = (one: WarehouseRow) => one.collection && (place === null || one.code === place);
  const isParcel = ['courier', 'pickup_point'].includes(body.plan.code);
  const collected = serves(isPlace);
  const handedOut = serves((one) => handsOutChemicals(one) && (isParcel || isPlace(one)));
  const sent = body.plan.code.startsWith('collection') ? collected : serves((one) => one.ships);
  const isMixed = body.plan.code.startsWith('mixed.');
  const available = await loadAvailability(
    db,
    [...facts.values()].map((fact) => fact.variant_id),
  );
  const pieces = (one: WarehouseRow, code: string): number => {
    const fact = facts.get(code);
    if (fact?.is_chemical && !handsOutChemicals(one)) return 0;
    return fact?.tracked ? available(one.code, code) : quantityBounds.max;
  };
  const most = (code: string) => {
    const fact = facts.get(code);
    if (!fact?.tracked) return quantityBounds.max;
    const piecesIn = (places: readonly WarehouseRow[]) =>
      places.reduce((sum, one) => sum + available(one.code, code), 0);
    if (fact.is_chemical) return piecesIn(handedOut);
    // Beside what is sent, goods that lie only where nothing is sent from are collected whole (contract 5.6).
    return isMixed ? Math.max(piecesIn(sent), piecesIn(collected)) : piecesIn(sent);
  };
  const settled = settleShort(lines, most, body.gift);
  const short = settled.kept.length === 0 ? [...settled.waiting, ...settled.dropped] : settled.waiting;
  if (short.length > 0)
    throw shortRefusal(short, lines, most, body, place, { warehouses, pieces, facts }, locale);
  return settled;
}

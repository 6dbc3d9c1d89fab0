/**
 * What pages say of delivery, payment and giving back stands once, in the settings of the shop: texts of the content name it as
 * `{{deliveryTable}}`, `{{deliveryList}}`, `{{freeDelivery}}`, `{{paymentTable}}` and `{{returnWays}}`, each a paragraph of its
 * own. So no page promises a price or a way that the checkout does not have.
 */
import { textsIn } from '#locales/server-texts.ts';
import type { ServerTexts } from '#locales/en/server-texts.ts';
import { fillText } from '#server/text/fill-text.ts';
import { keptByChannel } from '#server/channels/kept-by-channel.ts';
import { escapeHtml } from '#server/text/escape-html.ts';
import type { Kysely } from 'kysely';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import { moneyText } from '#server/text/money-text.ts';
import {
  freeDeliveryOf,
  isFreeFor,
  loadChannelRules,
  type FreeDelivery,
} from '#server/order-terms/channel-rules.ts';
import {
  loadPaymentMethods,
  type MethodRow,
  type PaymentMethodRow,
} from '#server/order-terms/channel-methods.ts';
import { isOffered, loadReturnTerms } from '#server/order-terms/return-terms.ts';

export interface ShopTerms {
  methods: readonly MethodRow[];
  payments: readonly PaymentMethodRow[];
  free: readonly Omit<FreeDelivery, 'code'>[];
  returnWays: readonly { name: Texts; fee: number }[];
}

export const createShopTerms = (db: Kysely<Database>): ((channel: string) => Promise<ShopTerms>) =>
  keptByChannel((channel) => readTerms(db, channel));

async function readTerms(db: Kysely<Database>, code: string): Promise<ShopTerms> {
  const channel = await db
    .selectFrom('channel')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const rules = await loadChannelRules(db, channel.id);
  return {
    methods: rules.methods,
    // Leasing needs a lender, and there is none yet (isPaymentEligible).
    payments: (await loadPaymentMethods(db, code)).filter(({ kind }) => kind !== 'leasing'),
    free: freeDeliveryOf(rules, new Date()),
    returnWays: (await loadReturnTerms(db)).ways.filter(isOffered),
  };
}

type Words = ServerTexts['papers']['terms'];

const list = (entries: readonly string[]): string =>
  `<ul>${entries.map((entry) => `<li>${escapeHtml(entry)}</li>`).join('')}</ul>`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const body = rows.map(
    ([name = '', ...cells]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function paymentCondition(method: PaymentMethodRow, said: Words, sum: (cents: number) => string): string {
  const { kind, min_amount, max_amount, certificate_required } = method;
  const conditions = [
    ...(min_amount === null ? [] : [fillText(said.least, { sum: sum(min_amount) })]),
    ...(max_amount === null ? [] : [fillText(said.most, { sum: sum(max_amount) })]),
    ...(kind === 'cash' || kind === 'cash_on_delivery' ? [said[kind]] : []),
    ...(certificate_required ? [said.certified] : []),
  ];
  return conditions.join(', ') || said.any;
}

/** The names that texts may use, for a text without terms: all of them are left out there. */
export const termsWordNames: ReadonlySet<string> = new Set([
  'deliveryTable',
  'deliveryList',
  'freeDelivery',
  'paymentTable',
  'returnWays',
]);

/** The terms of goods that are only collected: nothing is said of parcels. */
export const collectedOnly = (terms: ShopTerms): ShopTerms => ({
  ...terms,
  methods: terms.methods.filter(({ kind }) => kind === 'collection'),
  free: [],
});

/** Without ways that a single piece is too heavy for, and what is free by them. @param grams of the chosen pack, or of the lightest one of the goods */
export const carrying = (terms: ShopTerms, grams: number): ShopTerms => ({
  ...terms,
  methods: terms.methods.filter(({ max_weight: most }) => most === null || grams <= most),
});

/** HTML by name, in a language of the shop; what the settings do not have is missing. */
export function termsWords(terms: ShopTerms, locale: string): ReadonlyMap<string, string> {
  const said = textsIn(locale).papers.terms;
  const sum = (cents: number): string => moneyText(cents, locale);
  const price = (cents: number): string => (cents === 0 ? said.free : sum(cents));
  const priced = (entries: readonly { name: Texts; fee: number }[]): string =>
    list(entries.map(({ name, fee }) => `${textIn(name, locale)}: ${price(fee)}`));
  const free = terms.free.flatMap(({ from, ...what }) => {
    const names = terms.methods
      .filter((method) => method.price > 0 && isFreeFor(what, method))
      .map(({ name }) => textIn(name, locale))
      .join(', ');
    if (names === '') return [];
    return [fillText(from > 0 ? said.from : said.always, { sum: sum(from), names })];
  });
  const found = new Map<string, string>();
  if (terms.methods.length > 0) {
    found.set(
      'deliveryTable',
      table(
        said.delivery,
        terms.methods.map(({ name, price: cents, description }) => [
          textIn(name, locale),
          price(cents),
          textIn(description, locale),
        ]),
      ),
    );
    found.set('deliveryList', priced(terms.methods.map(({ name, price: fee }) => ({ name, fee }))));
  }
  if (free.length > 0) found.set('freeDelivery', free.map((text) => `<p>${escapeHtml(text)}</p>`).join(''));
  if (terms.payments.length > 0)
    found.set(
      'paymentTable',
      table(
        said.payment,
        terms.payments.map((method) => [textIn(method.name, locale), paymentCondition(method, said, sum)]),
      ),
    );
  if (terms.returnWays.length > 0) found.set('returnWays', priced(terms.returnWays));
  return found;
}

/** The mails about an account. Text and HTML say the same. */
import { fillText } from '#server/text/fill-text.ts';
import { textsIn } from '#locales/server-texts.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { letter } from './letter.ts';

/** Greets nobody by name: whoever signs up can type any words as theirs, and any address (T37). */
export function composeVerificationMail(given: { locale: string; url: string; seller: Seller }): {
  subject: string;
  text: string;
  html: string;
} {
  const { hello, subject, lead, ignore, bye } = textsIn(given.locale).mails.verification;
  return letter(given.locale, given.seller, subject, bye, [hello, lead, new URL(given.url), ignore]);
}

/** The letter that asks whose address it is, with the link that stops all letters (LAW-08). */
export function composeNewsletterMail(given: {
  locale: string;
  confirmUrl: string;
  stopUrl: string;
  seller: Seller;
}): { subject: string; text: string; html: string } {
  const { subject, bye, lead, ignore, stop } = textsIn(given.locale).mails.newsletter;
  return letter(given.locale, given.seller, subject, bye, [
    lead,
    new URL(given.confirmUrl),
    ignore,
    stop,
    new URL(given.stopUrl),
  ]);
}

/** Goods that a letter about a cart names. */
const longestList = 10;

/** Says what was left in a cart, with the link that opens it and the one that stops all letters (contract 5.9). */
export function composeCartMail(given: {
  locale: string;
  /** The second letter about it is the last one. */
  step: 1 | 2;
  goods: readonly { name: string; quantity: number }[];
  cartUrl: string;
  stopUrl: string;
  seller: Seller;
}) {
  const words = textsIn(given.locale).mails.cartLeft;
  const [subject, lead] =
    given.step === 1 ? [words.subject, words.lead] : [words.lastSubject, words.lastLead];
  const { goods } = given;
  const named = goods.slice(0, longestList).map(({ name, quantity }) => `${name} × ${String(quantity)}`);
  const others = goods.length - named.length;
  return letter(given.locale, given.seller, subject, words.bye, [
    lead,
    ...named,
    ...(others === 0 ? [] : [fillText(words.others, { count: String(others) })]),
    words.open,
    new URL(given.cartUrl),
    words.prices,
    words.notYours,
    words.stop,
    new URL(given.stopUrl),
  ]);
}

/** The one letter that a request to hear about goods leads to. */
export function composeStockMail(given: { locale: string; name: string; url: string; seller: Seller }) {
  const words = textsIn(given.locale).mails.backInStock;
  const { name } = given;
  return letter(given.locale, given.seller, fillText(words.subject, { name }), words.bye, [
    fillText(words.lead, { name }),
    new URL(given.url),
    words.once,
  ]);
}

/** Says what was asked for, with the link that takes it back (STK-03). */
export function composeStockRequestMail(given: {
  locale: string;
  name: string;
  url: string;
  seller: Seller;
}) {
  const words = textsIn(given.locale).mails.stockRequest;
  const { name } = given;
  return letter(given.locale, given.seller, fillText(words.subject, { name }), words.bye, [
    fillText(words.lead, { name }),
    words.stop,
    new URL(given.url),
  ]);
}

/** Asks a buyer what they think, with a link for each product. */
export function composeReviewMail(given: {
  locale: string;
  number: string;
  goods: readonly { name: string; url: string }[];
  seller: Seller;
}) {
  const words = textsIn(given.locale).mails.reviews;
  const { number } = given;
  const goods = given.goods.flatMap(({ name, url }) => [name, new URL(url)]);
  return letter(given.locale, given.seller, fillText(words.subject, { number }), words.bye, [
    fillText(words.lead, { number }),
    ...goods,
    words.last,
  ]);
}

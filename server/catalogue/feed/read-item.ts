import { createHash } from 'node:crypto';
import { decodeHTML } from 'entities';
import { isGtin } from '#domain/fields/gtin.ts';
import { contentParts } from '#domain/money/price.ts';
import { fold } from '#domain/search/search-words.ts';
import { readTierCell } from '#server/catalogue/read-tiers.ts';
import { composedText } from '#server/text/stream-safe.ts';
import { readNames } from './feed-columns.ts';
import type { FeedItem } from './feed-item.ts';
import { readPrices } from './feed-prices.ts';
import type { FeedRow, NetContent } from './feed-row.ts';
import { readMoment } from './feed-time.ts';
import { optionCodes } from './option-words.ts';

/** `notes`: what of the item was not taken as it was written, and why. */
export type ReadItem =
  | { ok: true; row: FeedRow; hash: string; notes: string[] }
  | { ok: false; id: string; reason: string };

/** Longest title that Google takes, and the shop shows. */
const longestTitle = 150;
/** Characters of any field: more is no text that a page of goods shows. */
const longestField = 200_000;
const codePattern = /^[A-Za-z0-9_.-]{1,64}$/;
const longestOption = 100;

const units: Record<string, { unit: NetContent['unit']; factor: number }> = {
  kg: { unit: 'kg', factor: 1 },
  g: { unit: 'kg', factor: 0.001 },
  mg: { unit: 'kg', factor: 0.000_001 },
  l: { unit: 'l', factor: 1 },
  ml: { unit: 'l', factor: 0.001 },
  cl: { unit: 'l', factor: 0.01 },
  m: { unit: 'm', factor: 1 },
  cm: { unit: 'm', factor: 0.01 },
  sqm: { unit: 'm2', factor: 1 },
  ct: { unit: 'piece', factor: 1 },
};

/** Pieces of one variant. */
const mostPieces = 9_999_999;

/** Nothing that is sold is as large, in any unit. */
const largestContent = 100_000_000;

/** `5 kg`, `200 ml`; null for what is no measure. */
function readMeasure(text: string | undefined): NetContent | null {
  const parts = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)$/i.exec(text?.trim() ?? '');
  const unit = units[parts?.[2]?.toLowerCase() ?? ''];
  if (!parts || !unit) return null;
  const written = Number((parts[1] ?? '').replace(',', '.'));
  const amount = Math.round(written * unit.factor * contentParts) / contentParts;
  return amount > 0 && amount < largestContent ? { amount, unit: unit.unit } : null;
}

/** `Morkų sėklos „Saulutė“` to `morku-seklos-saulute`. */
export function slugOf(text: string): string {
  const cyrillic: Record<string, string> = Object.fromEntries(
    'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
      .split(' ')
      .map((pair) => pair.split(':')),
  );
  return (
    fold(text)
      .replace(/[а-я]/g, (letter) => cyrillic[letter] ?? '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 200) || 'preke'
  );
}

const hasEntity = /&(?:#\d{2,7}|#x[\da-f]{2,6}|[a-z]\w{1,30});/i;

/** Programs escape twice: what is left of it after the file was read is taken back. */
function unescaped(text: string): string {
  let plain = text;
  for (let round = 0; round < 2 && hasEntity.test(plain); round += 1) plain = decodeHTML(plain);
  return plain;
}

/** One line of words: no markup, no line ends, no signs that cannot be seen. */
const lineOf = (text: string): string =>
  composedText(
    unescaped(text)
      .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );

/** With markup it is HTML, whose entities are its own, said once; without it is text. */
function descriptionOf(text: string): string {
  const hasMarkup = (one: string): boolean => /<[a-z/!]/i.test(one);
  const once = (html: string): string =>
    html.replaceAll(/&(?:amp;)+(?=(?:#\d{2,7}|#x[\da-f]{2,6}|[a-z]\w{1,30});)/gi, '&');
  return composedText(hasMarkup(text) ? once(text) : unescaped(text));
}

/** Characters that no text of the shop holds: what was no letter of the file's encoding, nothing, halves of pairs. */
function isUnreadable({ fields, details }: FeedItem): boolean {
  const texts = [...[...fields.values()].flat(), ...details.flatMap(({ name, value }) => [name, value])];
  return texts.some((text) => /[\uFFFD\0\u0080-\u009F]|\p{Cs}/u.test(text));
}

type TextOf = (name: string) => string | undefined;

/** Why an item cannot be taken whatever it says of goods: its id, its cells, its columns; undefined where it can. */
function faultOf(item: FeedItem, id: string): string | undefined {
  for (const [name, texts] of item.fields)
    if (texts.some((text) => text.length > longestField))
      return `${name} is longer than ${longestField} characters`;
  if (isUnreadable(item)) return 'it holds characters that are not of the encoding of the file';
  if (id === '') return 'id is missing';
  // One of them was parted by a separator in it: what follows stands under the wrong names.
  if (item.hasMoreCells)
    return 'it has more cells than there are columns: one that holds the separator needs quotes';
  if (!codePattern.test(id)) return 'id may hold letters, digits, dot, dash and underscore only, 64 at most';
  // An id alone is nothing new of goods; beside names that nobody knows it is a column that was misspelt.
  const unknown = [...item.fields.keys()].filter((name) => name !== 'id' && !readNames.has(name));
  if (unknown.length > 0 && unknown.length === item.fields.size - 1 && item.details.length === 0)
    return `nothing of it can be read: there is no field ${unknown.join(', ')}`;
  return undefined;
}

/** How many pieces there are, and from when until when they are offered. */
function readOffer(
  one: TextOf,
): Pick<FeedRow, 'availability' | 'quantity' | 'availableFrom' | 'expiresAt'> | { fault: string } {
  const availability = one('availability')?.replace(/\s+/g, '_').toLowerCase();
  if (
    availability !== undefined &&
    availability !== 'in_stock' &&
    availability !== 'out_of_stock' &&
    availability !== 'preorder' &&
    availability !== 'backorder'
  )
    return { fault: `availability "${one('availability') ?? ''}" is unknown` };
  const counted = one('quantity') ?? one('sell_on_google_quantity');
  if (counted !== undefined && !/^\d+$/.test(counted))
    return { fault: `quantity "${counted}" is no whole number` };
  if (counted !== undefined && Number(counted) > mostPieces)
    return { fault: `quantity "${counted}" is larger than ${mostPieces}` };
  const moment = (name: string, isEnd = false): string | null | undefined => {
    const text = one(name);
    return text === undefined ? undefined : readMoment(text, isEnd);
  };
  const availableFrom = moment('availability_date');
  const expiresAt = moment('expiration_date', true);
  if (availableFrom === null)
    return { fault: `availability_date "${one('availability_date') ?? ''}" is no moment` };
  if (expiresAt === null) return { fault: `expiration_date "${one('expiration_date') ?? ''}" is no moment` };
  return {
    availability,
    quantity: counted === undefined ? undefined : Number(counted),
    availableFrom,
    expiresAt,
  };
}

function readGtin(one: TextOf, notes: string[]): string | undefined {
  const gtin = one('gtin')?.replace(/[\s-]/g, '');
  if (!gtin || isGtin(gtin)) return gtin || undefined;
  // Goods can be sold without one, and a wrong one would name goods of somebody else.
  notes.push(`gtin ${gtin} has a wrong check digit or length: left out`);
  return undefined;
}

function readTiers(one: TextOf, notes: string[]): FeedRow['tiers'] {
  const cell = one('tier_prices');
  if (cell === undefined) return undefined;
  const tiers = readTierCell(cell, 'tier_prices');
  if ('read' in tiers) return tiers.read;
  // What a piece costs is known; what many cost each stays as it was.
  notes.push(`tier_prices "${cell}" left out: ${tiers.fault}`);
  return undefined;
}

function readOptions(line: TextOf): FeedRow['options'] {
  const options: FeedRow['options'] = {};
  for (const [column, code] of Object.entries(optionCodes)) {
    const value = line(column)?.slice(0, longestOption);
    if (value) options[code === 'size' && readMeasure(value) ? 'packSize' : code] = value;
  }
  return options;
}

/** Checks an item of a feed and says what it names; otherwise says in one sentence what is wrong. */
export function readItem(item: FeedItem, currency: string): ReadItem {
  const one: TextOf = (name) => item.fields.get(name)?.[0];
  const line: TextOf = (name) => {
    const text = one(name);
    return (text === undefined ? '' : lineOf(text)) || undefined;
  };
  const id = one('id') ?? '';
  const refuse = (reason: string): ReadItem => ({ ok: false, id, reason });
  const fault = faultOf(item, id);
  if (fault !== undefined) return refuse(fault);
  const group = one('item_group_id');
  if (group !== undefined && !codePattern.test(group)) return refuse('item_group_id is not a valid code');
  const title = line('title');
  if (title && title.length > longestTitle) return refuse(`title is longer than ${longestTitle} characters`);

  const notes: string[] = [];
  const prices = readPrices(one, currency, notes);
  if ('fault' in prices) return refuse(prices.fault);
  const ean = readGtin(one, notes);
  const offer = readOffer(one);
  if ('fault' in offer) return refuse(offer.fault);
  const tiers = readTiers(one, notes);
  const shipped = readMeasure(one('shipping_weight'));
  // What was escaped twice is a sign between categories like any other.
  const path = line('product_type')
    ?.split('>')
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, 5);
  const description = one('description');
  // Its hash is of the text of all that follows: another order of it would be another item.
  const row: FeedRow = {
    code: id,
    group,
    title,
    description: description === undefined ? undefined : descriptionOf(description),
    price: prices.price,
    sale: prices.sale,
    availability: offer.availability,
    availableFrom: offer.availableFrom,
    expiresAt: offer.expiresAt,
    quantity: offer.quantity,
    tiers,
    ean,
    brand: line('brand'),
    path: path && path.length > 0 ? path : undefined,
    netContent: readMeasure(one('unit_pricing_measure')) ?? undefined,
    weight: shipped?.unit === 'kg' ? Math.min(Math.round(shipped.amount * 1000), 100_000_000) : undefined,
    options: readOptions(line),
    details: item.details
      .slice(0, 40)
      .map(({ name, value }) => ({ name: lineOf(name), value: lineOf(value) }))
      .filter(({ name, value }) => name && value),
  };
  return { ok: true, row, notes, hash: createHash('sha256').update(JSON.stringify(row)).digest('base64') };
}

import { createHash } from 'node:crypto';
import { fold } from '#domain/search-words.ts';
import type { FeedItem } from './parse-feed.ts';

/** An item as the shop takes it. Money in cents with tax, weight in grams. */
export type FeedVariant = {
  code: string;
  productCode: string;
  title: string;
  description: string;
  variantName: string;
  price: number;
  salePrice: number | null;
  quantity: number;
  ean: string | null;
  brand: string | null;
  /** Category names from the root down. */
  path: string[];
  netContent: { amount: number; unit: 'kg' | 'l' | 'm' | 'm2' | 'piece' } | null;
  weight: number;
  details: { name: string; value: string }[];
};

export type ReadItem =
  | { ok: true; variant: FeedVariant; hash: string }
  | { ok: false; id: string; reason: string };

const codePattern = /^[A-Za-z0-9_.-]{1,64}$/;
const longestTitle = 150;
/** Pieces assumed where a feed says "in stock" without a number. */
const assumedStock = 10;

const units: Record<string, { unit: NonNullable<FeedVariant['netContent']>['unit']; factor: number }> = {
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

function readMoney(text: string, currency: string): number | null {
  const parts = /^(\d{1,7})(?:[.,](\d{1,2}))?\s*([A-Z]{3})$/.exec(text.trim());
  if (!parts || parts[3] !== currency) return null;
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0') || 0);
}

function readMeasure(text: string | undefined): FeedVariant['netContent'] {
  const parts = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)$/i.exec(text?.trim() ?? '');
  const unit = units[parts?.[2]?.toLowerCase() ?? ''];
  if (!parts || !unit) return null;
  const amount = Math.round(Number((parts[1] ?? '').replace(',', '.')) * unit.factor * 10_000) / 10_000;
  return amount > 0 ? { amount, unit: unit.unit } : null;
}

/** True for 8, 12, 13 or 14 digits whose last one fits (GS1). */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = text.split('').map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
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

/** Checks an item of a feed and turns it into what the shop stores; otherwise says in one sentence what is wrong. */
export function readItem(item: FeedItem, currency: string): ReadItem {
  const one = (name: string): string => item.fields.get(name)?.[0] ?? '';
  const id = one('id');
  const refuse = (reason: string): ReadItem => ({ ok: false, id, reason });
  if (id === '') return refuse('id is missing');
  if (!codePattern.test(id))
    return refuse('id may hold letters, digits, dot, dash and underscore only, 64 at most');
  const group = one('item_group_id');
  if (group !== '' && !codePattern.test(group)) return refuse('item_group_id is not a valid code');
  const title = one('title').replace(/\s+/g, ' ');
  if (title === '') return refuse('title is missing');
  if (title.length > longestTitle) return refuse(`title is longer than ${longestTitle} characters`);
  const price = readMoney(one('price'), currency);
  if (price === null || price === 0)
    return refuse(`price should be an amount like "12.50 ${currency}", not "${one('price')}"`);
  const sale = one('sale_price');
  const salePrice = sale === '' ? null : readMoney(sale, currency);
  if (sale !== '' && (salePrice === null || salePrice === 0)) {
    return refuse(`sale_price should be an amount like "9.90 ${currency}", not "${sale}"`);
  }
  if (salePrice !== null && salePrice >= price) return refuse('sale_price should be below price');
  const ean = one('gtin').replace(/[\s-]/g, '');
  if (ean !== '' && !isGtin(ean)) return refuse(`gtin ${ean} has a wrong check digit or length`);
  const availability = one('availability').replace(/\s+/g, '_').toLowerCase() || 'in_stock';
  if (!['in_stock', 'out_of_stock', 'preorder', 'backorder'].includes(availability)) {
    return refuse(`availability "${one('availability')}" is unknown`);
  }
  const counted = one('quantity') || one('sell_on_google_quantity');
  if (counted !== '' && !/^\d{1,7}$/.test(counted)) return refuse(`quantity "${counted}" is no whole number`);
  const quantity = availability !== 'in_stock' ? 0 : counted === '' ? assumedStock : Number(counted);
  const shipped = readMeasure(one('shipping_weight'));
  const variant: FeedVariant = {
    code: id,
    productCode: group || id,
    title,
    description: one('description'),
    variantName: one('size') || one('color') || one('unit_pricing_measure') || title,
    price,
    salePrice,
    quantity,
    ean: ean || null,
    brand: one('brand') || null,
    path: one('product_type')
      .split('>')
      .map((part) => part.trim())
      .filter(Boolean)
      .slice(0, 5),
    netContent: readMeasure(one('unit_pricing_measure')),
    weight: shipped?.unit === 'kg' ? Math.min(Math.round(shipped.amount * 1000), 100_000_000) : 0,
    details: item.details.slice(0, 40),
  };
  return { ok: true, variant, hash: createHash('sha256').update(JSON.stringify(variant)).digest('base64') };
}

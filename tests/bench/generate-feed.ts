/**
 * Writes a Google Merchant feed of many invented goods, always the same for the same count, to measure the import and a
 * large catalogue: node tests/bench/generate-feed.ts COUNT FILE
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

type Texts = { lt: string };
const data = path.join(import.meta.dirname, '../../server/seed-data/catalogue');
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(data, file), 'utf8')) as T;

const escape = (text: string): string => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Numbers that look random and are the same every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function eanOf(number: number): string {
  const digits = `220${String(number).padStart(9, '0')}`;
  const sum = digits
    .split('')
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Writes the feed. A fifth of the goods come in several sizes; about one in six is reduced, one in nine sold out. */
export async function generateFeed(count: number, file: string): Promise<void> {
  const { taxons } = read<{ taxons: { code: string; parent: string | null; name: Texts }[] }>('taxons.json');
  const { attributes, values } = read<{
    attributes: { code: string; filterable: boolean; name: Texts }[];
    values: { attribute: string; value: Texts }[];
  }>('attributes.json');
  const { products } = read<{ products: { name: Texts; description: Texts }[] }>('products.json');
  const random = createRandom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const leaves = taxons.filter(({ code }) => !taxons.some((taxon) => taxon.parent === code));
  const pathOf = (taxon: (typeof taxons)[number]): string[] => {
    const parent = taxons.find(({ code }) => code === taxon.parent);
    return parent ? [...pathOf(parent), taxon.name.lt] : [taxon.name.lt];
  };
  const facets = attributes
    .filter(({ filterable, code }) => filterable && !['brand', 'new'].includes(code))
    .map(({ code, name }) => ({ name: name.lt, values: values.filter((value) => value.attribute === code) }));
  const brands = Array.from({ length: 30 }, (_, at) => `Ūkis ${at + 1}`);
  const sizes = ['1 kg', '5 kg', '10 kg', '25 kg', '500 kg', '1 l', '5 l', '20 l'];

  const out = createWriteStream(file);
  out.write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n',
  );
  let group = '';
  let name = '';
  let left = 0;
  let taxon = pick(leaves);
  for (let at = 1; at <= count; at += 1) {
    if (left === 0) {
      left = random() < 0.2 ? 2 + Math.floor(random() * 3) : 1;
      group = `B${String(at).padStart(6, '0')}`;
      taxon = pick(leaves);
      name = `${pick(products).name.lt.replace(/„.*$/, '').trim()} „${pick(['Aušra', 'Banga', 'Dainava', 'Gintaras', 'Rasa', 'Saulė', 'Versmė'])} ${at}“`;
    }
    left -= 1;
    const size = pick(sizes);
    const price = 150 + Math.floor(random() * 60_000);
    const money = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;
    const details = Array.from({ length: 4 + Math.floor(random() * 4) }, () => {
      const facet = pick(facets);
      return `<g:product_detail><g:attribute_name>${escape(facet.name)}</g:attribute_name><g:attribute_value>${escape(pick(facet.values).value.lt)}</g:attribute_value></g:product_detail>`;
    });
    const more = out.write(
      `<item><g:id>${group}-${left}</g:id><g:item_group_id>${group}</g:item_group_id><g:title>${escape(name)}</g:title>` +
        `<g:description>${escape(pick(products).description.lt.replace(/<[^>]+>/g, ''))}</g:description>` +
        `<g:product_type>${escape(pathOf(taxon).join(' > '))}</g:product_type><g:brand>${pick(brands)}</g:brand>` +
        `<g:price>${money(price)}</g:price>${random() < 0.16 ? `<g:sale_price>${money(Math.floor(price * 0.85))}</g:sale_price>` : ''}` +
        `<g:availability>${random() < 0.11 ? 'out_of_stock' : 'in_stock'}</g:availability><g:quantity>${Math.floor(random() * 200)}</g:quantity>` +
        `<g:gtin>${eanOf(at)}</g:gtin><g:size>${size}</g:size><g:unit_pricing_measure>${size}</g:unit_pricing_measure>` +
        `<g:shipping_weight>${size.endsWith('kg') ? size : size.replace('l', 'kg')}</g:shipping_weight>${details.join('')}</item>\n`,
    );
    if (!more) await once(out, 'drain');
  }
  out.end('</channel></rss>\n');
  await once(out, 'finish');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , count = '10000', file = 'feed.xml'] = process.argv;
  await generateFeed(Number(count), file);
  console.log(`${count} items in ${file}`);
}

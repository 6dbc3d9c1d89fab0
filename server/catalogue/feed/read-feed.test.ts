/** What is read of a feed file, before anything is written. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, describe, expect, test } from 'vitest';
import { readMoment, readSpan } from './feed-time.ts';
import { commonName } from './feed-words.ts';
import { openFeed } from './feed-text.ts';
import { parseFeed } from './parse-feed.ts';
import type { FeedRow } from './feed-row.ts';
import { readItem } from './read-item.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-read-feed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rows of a file, and the reasons of those that are none. */
async function read(content: string | Buffer): Promise<(FeedRow | string)[]> {
  const file = path.join(folder, 'feed');
  writeFileSync(file, content);
  const rows: (FeedRow | string)[] = [];
  for await (const item of parseFeed(await openFeed(file))) {
    const one = readItem(item, 'EUR');
    rows.push(one.ok ? one.row : `line ${item.line}: ${one.reason}`);
  }
  return rows;
}
const rss = (items: string, declaration = '<?xml version="1.0"?>'): string =>
  `${declaration}\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Ūkis</title>\n${items}\n</channel></rss>`;

describe('elements count by their place', () => {
  test('a price of delivery, of an instalment or of members is not the price', async () => {
    const rows = await read(
      rss(
        `<item><g:id>A</g:id><g:title>Grėblys</g:title><g:shipping><g:country>LT</g:country><g:price>4.50 EUR</g:price></g:shipping><g:price>17.20 EUR</g:price></item>
         <item><g:id>B</g:id><g:title>Kauptukas</g:title><g:price>9.00 EUR</g:price><g:loyalty_program><g:price>7.00 EUR</g:price><g:id>bronze</g:id></g:loyalty_program></item>
         <item><g:id>C</g:id><g:title>Šakė</g:title><g:shipping><g:price>4.50 EUR</g:price></g:shipping></item>
         <item><g:id>D</g:id><g:title>Peilis</g:title><g:subscription_cost><g:amount>1.00 EUR</g:amount></g:subscription_cost><g:price>3.00 EUR</g:price><g:product_detail><g:attribute_name>Ilgis</g:attribute_name><g:attribute_value>20 cm</g:attribute_value></g:product_detail></item>`,
      ),
    );
    expect(rows).toMatchObject([
      { code: 'A', price: 1720 },
      { code: 'B', price: 900 },
      { code: 'C', price: undefined },
      { code: 'D', price: 300, details: [{ name: 'Ilgis', value: '20 cm' }] },
    ]);
  });

  test('text in child elements is kept, in descriptions with its markup', async () => {
    const rows = await read(
      rss(
        `<item><g:id>A</g:id><g:title>Kompostas <b>40 l</b> maišas</g:title><g:description><p>Viena &amp; kita.</p><p>Trečia<br/>eilutė.</p></g:description><g:price>5.00 EUR</g:price></item>`,
      ),
    );
    expect(rows).toMatchObject([
      {
        title: 'Kompostas 40 l maišas',
        description: '<p>Viena &amp; kita.</p><p>Trečia<br>eilutė.</p>',
      },
    ]);
  });

  test("Google's elements outrank plain ones whatever their order and prefix, others do not count", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="http://base.google.com/ns/1.0" xmlns:media="http://search.yahoo.com/mrss/">
      <entry><id>tag:ukis.example,2026:1</id><title>Puodas</title><x:id>P-1</x:id><media:title>Nuotrauka</media:title><summary>Trumpai.</summary>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Molio <i>puodas</i>.</p></div></content><x:price>6.00 EUR</x:price></entry>
      <entry><x:id>P-2</x:id><x:title>Vazonas</x:title><title>Plain</title><id>tag:ukis.example,2026:2</id><x:description>Visa.</x:description><summary>Trumpai.</summary><x:price>7.00 EUR</x:price></entry></feed>`;
    expect(await read(atom)).toMatchObject([
      { code: 'P-1', title: 'Puodas', description: 'Trumpai.' },
      { code: 'P-2', title: 'Vazonas', description: 'Visa.' },
    ]);
  });
});

test('what was escaped twice is said once, and tags are no part of a title', async () => {
  const rows = await read(
    rss(
      `<item><g:id>A</g:id><g:title>Sėja &amp;amp; pjūtis, 5 &amp;euro;, &amp;quot;Žalia&amp;quot; &lt;b&gt;akcija&lt;/b&gt;</g:title><g:brand>A&amp;amp;B</g:brand><g:description>C &amp;amp; D</g:description></item>
       <item><g:id>B</g:id><g:title>Žarna 1/2" &lt; 3/4"</g:title><g:description>&amp;lt;p&amp;gt;E &amp;amp; F&amp;lt;/p&amp;gt;</g:description></item>
       <item><g:id>C</g:id><g:product_type>Sėklos &amp;gt; Žirniai &amp;amp; pupos</g:product_type><g:description><![CDATA[<p>G &amp;amp; H &amp;lt; 5 &amp;#8364; &amp; I</p>]]></g:description></item>`,
    ),
  );
  expect(rows).toMatchObject([
    { title: 'Sėja & pjūtis, 5 €, "Žalia" akcija', brand: 'A&B', description: 'C & D' },
    { title: 'Žarna 1/2" < 3/4"', description: '<p>E & F</p>' },
    { path: ['Sėklos', 'Žirniai & pupos'], description: '<p>G &amp; H &lt; 5 &#8364; &amp; I</p>' },
  ]);
});

test('an item that goes on for ever holds no more than one may', async () => {
  const deep = '<b>'.repeat(30_000) + 'x' + '</b>'.repeat(30_000);
  const many = Array.from({ length: 2_000 }, (_, at) => `<g:f${at}>x</g:f${at}>`).join('');
  const [row] = await read(
    rss(`<item><g:id>A</g:id><g:title>Ilga</g:title><g:description>${deep}</g:description>${many}</item>`),
  );
  expect(row).toMatchObject({ code: 'A', title: 'Ilga' });
  expect(JSON.stringify(row).length).toBeLessThan(21_000);
});

test('a row of which only the id has a name that is known says so, and changes nothing in silence', async () => {
  expect(await read('id;prise\nA;4.00 EUR\n')).toEqual([
    'line 2: nothing of it can be read: there is no field prise',
  ]);
  expect(await read('id;mpn;price\nA;X1;4.00 EUR\n')).toMatchObject([{ code: 'A', price: 400 }]);
});

test('signs that cannot be seen are no part of a line', async () => {
  expect(await read('id\ttitle\nA\tKibiras\u0007 10\u0000l\nB\tKibiras\u0007 10 l\n')).toMatchObject([
    expect.stringContaining('line 2'),
    { title: 'Kibiras 10 l' },
  ]);
});

test('an amount without a currency is taken for the currency of the shop, with a word; one of another is not', async () => {
  const fields = new Map(Object.entries({ id: ['A'], price: ['12,5'], sale_price: ['9.99'] }));
  const bare = readItem({ line: 2, fields, details: [] }, 'EUR');
  expect(bare).toMatchObject({
    ok: true,
    row: { price: 1250, sale: { price: 999 } },
    notes: [
      'price "12,5" names no currency: taken for EUR',
      'sale_price "9.99" names no currency: taken for EUR',
    ],
  });
  fields.set('price', ['12.50 EUR']).set('sale_price', ['9.99 EUR']);
  expect(readItem({ line: 2, fields, details: [] }, 'EUR')).toMatchObject({ ok: true, notes: [] });
  fields.set('price', ['12.50 PLN']);
  expect(readItem({ line: 2, fields, details: [] }, 'EUR')).toMatchObject({
    ok: false,
    reason: 'price "12.50 PLN" is in PLN: the shop sells in EUR',
  });
});

describe('tables', () => {
  test('quoted values hold tabs, line ends and quotes; lines are counted on', async () => {
    const rows = await read(
      'id\ttitle\tdescription\tprice\nA\tSiurblys\t"Viena\neilutė\tir kita"\t80.00 EUR\nB\t"Žarna ""Lanksti"" 3/4"""\tTrumpa 1/2" žarna\t18.00 EUR\nC\t\tx\tdvylika\n',
    );
    expect(rows).toMatchObject([
      { code: 'A', description: 'Viena\neilutė\tir kita', price: 8000 },
      { code: 'B', title: 'Žarna "Lanksti" 3/4"', description: 'Trumpa 1/2" žarna', price: 1800 },
      'line 5: price should be an amount like "12.50 EUR", not "dvylika"',
    ]);
    await expect(read('id\ttitle\nA\t"Siurblys\nB\tKitas\n')).rejects.toThrow(/Line 2/);
    await expect(read('Prekė\tKaina\nA\tB\n')).rejects.toThrow(/Line 1/);
  });

  test('semicolons and commas separate too', async () => {
    expect(await read('id;title;price\r\nA;Kibiras;"3,20 EUR"\r\n')).toMatchObject([
      { code: 'A', price: 320 },
    ]);
    expect(await read('id,g:title,price\nA,"Kibiras, 10 l",3.20 EUR\n')).toMatchObject([
      { title: 'Kibiras, 10 l' },
    ]);
  });
});

test.each([
  ['xlsx and ods', [0x50, 0x4b, 3, 4, 20, 0, 6, 0]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
])('a workbook (%s) is told what to save it as', async (_kind, bytes) => {
  await expect(read(Buffer.from([...bytes, ...Buffer.from('xl/workbook.xml')]))).rejects.toThrow(
    'It is a workbook, as Excel and LibreOffice keep it: save its sheet as CSV in UTF-8 and import that.',
  );
});

test('a file without one item is no feed', async () => {
  await expect(read('<?xml version="1.0"?><goods><one><id>1</id></one></goods>')).rejects.toThrow(
    /no <item>/,
  );
  await expect(read('id\ttitle\n')).rejects.toThrow(/no rows/);
});

describe('letters', () => {
  const title = 'Žirnių sėklos „Ąžuolėlis“ – įšilusiai žemei';
  const xml = (encoding: string): string =>
    rss(
      `<item><g:id>A</g:id><g:title>${title}</g:title></item>`,
      `<?xml version="1.0" encoding="${encoding}"?>`,
    );
  test.each([
    ['windows-1257', iconv.encode(xml('windows-1257'), 'windows-1257')],
    ['ISO-8859-13', iconv.encode(xml('ISO-8859-13').replaceAll('–', '-'), 'ISO-8859-13')],
    ['UTF-16 with its mark', iconv.encode(xml('UTF-16'), 'utf16le', { addBOM: true })],
    ['UTF-16 from the other end', iconv.encode(xml('UTF-16'), 'utf16be', { addBOM: true })],
    ['UTF-16 without a mark', iconv.encode(xml('UTF-16'), 'utf16le')],
    ['UTF-8 with a mark', iconv.encode(xml('UTF-8'), 'utf8', { addBOM: true })],
    ['a table in UTF-16', iconv.encode(`id\ttitle\nA\t${title}\n`, 'utf16le', { addBOM: true })],
    [
      'a table in windows-1257 that does not say so',
      iconv.encode(`id\ttitle\nA\t${title}\n`, 'windows-1257'),
    ],
  ])('are read in %s', async (name, content) => {
    expect(await read(content)).toMatchObject([
      { title: name === 'ISO-8859-13' ? title.replaceAll('–', '-') : title },
    ]);
  });

  test('are read in windows-1251 that does not say so', async () => {
    const russian = 'Семена моркови, ранние';
    expect(await read(iconv.encode(`id\ttitle\nA\t${russian}\n`, 'windows-1251'))).toMatchObject([
      { title: russian },
    ]);
  });

  test.each([
    ['ISO-8859-1', 'windows-1252', 'Šluota „Olé“ – 5 € ’20'],
    ['iso8859_1', 'windows-1252', 'Šluota „Olé“ – 5 € ’20'],
    ['latin1', 'windows-1252', 'Šluota „Olé“ – 5 € ’20'],
    ['ISO-8859-15', 'windows-1252', 'Varžtai „Olé“ – 5 vnt.'],
    ['ISO-8859-13', 'windows-1257', title],
    ['ISO-8859-2', 'windows-1250', 'Miotła „Żółta” – 5 €'],
    ['US-ASCII', 'windows-1257', title],
  ])('that Windows wrote and called %s (%s) lose no sign', async (declared, written, text) => {
    const content = xml(declared).replace(title, text);
    expect(await read(iconv.encode(content, written))).toMatchObject([{ title: text }]);
  });

  test('that are of ISO 8859 stay what they are beside them', async () => {
    // What windows-1257 does not have at these places: ” and „ of ISO-8859-13, € of ISO-8859-15.
    const content = iconv.encode(xml('ISO-8859-13').replace(title, '„Ąsa” ~'), 'ISO-8859-13');
    content[content.indexOf('~')] = 0x96;
    expect(await read(content)).toMatchObject([{ title: '„Ąsa” –' }]);
    expect(await read(iconv.encode(xml('ISO-8859-15').replace(title, '5 €'), 'ISO-8859-15'))).toMatchObject([
      { title: '5 €' },
    ]);
    // 0x81 is no sign of either.
    const broken = iconv.encode(xml('ISO-8859-1').replace(title, 'A~'), 'latin1');
    broken[broken.indexOf('~')] = 0x81;
    expect(await read(broken)).toEqual([expect.stringContaining('characters that are not of the encoding')]);
  });

  test('that cannot be read are refused with their line, and never written', async () => {
    const broken = Buffer.concat([
      Buffer.from(`id\ttitle\tbrand\nA\t${title}\tŪkis\nB\tSugad`),
      Buffer.from([0xfe, 0xe0]),
      Buffer.from(`inta\tŪkis\nC\t${title}\tŪkis\n`),
    ]);
    expect(await read(broken)).toMatchObject([
      { code: 'A', title },
      'line 3: it holds characters that are not of the encoding of the file',
      { code: 'C', title },
    ]);
    expect(await read(`id\ttitle\nA\tSugadinta \uFFFD\nB\tNiekas\0\n`)).toEqual([
      expect.stringContaining('line 2'),
      expect.stringContaining('line 3'),
    ]);
    await expect(read(rss('', '<?xml version="1.0" encoding="klingon"?>'))).rejects.toThrow(/klingon/);
  });
});

test('moments count with their offset, else by the clock of the shop', () => {
  expect(readMoment('2026-03-01T10:30+02:00')).toBe('2026-03-01T08:30:00.000Z');
  expect(readMoment('2026-03-01T10:30:15+0200')).toBe('2026-03-01T08:30:15.000Z');
  expect(readMoment('2026-03-01T10:30Z')).toBe('2026-03-01T10:30:00.000Z');
  expect(readMoment('2026-07-01T10:30')).toBe('2026-07-01T07:30:00.000Z');
  expect(readMoment('2026-01-31')).toBe('2026-01-30T22:00:00.000Z');
  expect(readMoment('2026-01-31', true)).toBe('2026-01-31T22:00:00.000Z');
  expect(readMoment('2026-02-30')).toBeNull();
  expect(readMoment('rytoj')).toBeNull();
  expect(readSpan('2026-01-01T00:00+02:00/2026-01-31T23:59+02:00')).toEqual({
    from: '2025-12-31T22:00:00.000Z',
    until: '2026-01-31T21:59:00.000Z',
  });
  expect(readSpan('2026-02-01/2026-01-01')).toBeNull();
  expect(readSpan('2026-02-01')).toBeNull();
});

test.each([
  [['Batai, juodi, 42', 'Batai, juodi, 43', 'Batai, rudi, 42'], 'Batai'],
  [['Guminiai batai žali 42', 'Guminiai batai rudi 42'], 'Guminiai batai'],
  [['Trąšos vejai 5 kg', 'Trąšos vejai 25 kg'], 'Trąšos vejai'],
  [['Raudona striukė Ūkis', 'Žalia striukė Ūkis'], 'striukė Ūkis'],
  [['Kompostas 5 kg', 'Kompostas 25 kg'], 'Kompostas'],
  [['Grūdai „Lakta“', 'Grūdai „Lakta“'], 'Grūdai „Lakta“'],
  [['Kibiras', 'Statinė'], null],
])('%j are together %j', (titles, name) => {
  expect(commonName(titles)).toBe(name);
});

describe('a table that is not written as it should be', () => {
  const head = 'id;title;price;description\n';

  test('a row with a field that is far too long stays out by name, and the others come in', async () => {
    const rows = await read(
      `${head}A;Kastuvas;4.00 EUR;geras\nB;Kibiras;4.00 EUR;"${'x'.repeat(1_000_000)}"\nC;Šakė;4.00 EUR;gera\n`,
    );
    expect(rows).toMatchObject([
      { code: 'A' },
      'line 3: description is longer than 200000 characters',
      { code: 'C' },
    ]);
  });

  test('a quote that nothing closes is told with the line of its row, however long the file is', async () => {
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `A-${from + at};Kastuvas;4.00 EUR;geras\n`).join('');
    await expect(read(`${head}${lines(1, 3)}B;Kibiras;4.00 EUR;"geras\n${lines(4, 3)}`)).rejects.toThrow(
      'Line 5: a quote opens there or below that nothing closes.',
    );
    await expect(
      read(`${head}${lines(1, 3)}B;Kibiras;4.00 EUR;"geras\n${lines(4, 300_000)}`),
    ).rejects.toThrow('Line 5: the row that begins there is longer than 8 MB. Is there a quote in it');
  });

  test('the first line by which Excel is told the separator is none of the table', async () => {
    for (const mark of ['', '\uFEFF'])
      expect(
        await read(`${mark}sep=;\r\nid;title;price\r\nA;Kastuvas, didelis;4.00 EUR\r\nB;;x\r\n`),
      ).toEqual([
        expect.objectContaining({ code: 'A', title: 'Kastuvas, didelis', price: 400 }),
        expect.stringMatching(/^line 4: /),
      ]);
  });

  test('a number of pieces that is too large is called so', async () => {
    expect(await read('id;quantity\nA;99999999999\nB;4.5\nC;9999999\n')).toMatchObject([
      'line 2: quantity "99999999999" is larger than 9999999',
      'line 3: quantity "4.5" is no whole number',
      { code: 'C', quantity: 9_999_999 },
    ]);
  });
});

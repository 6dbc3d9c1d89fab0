import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoSeller, demoSellerOfFarms } from '#server/channels/seller.ts';
import { withSeller } from './seller-words.ts';

const seller = {
  ...demoSeller,
  name: 'UAB "Sėkla & Ko"',
  phone: '+370 (5) 200 30 40',
  email: 'info@sekla.example',
};
const line =
  '<p>{{company}}, {{companyCode}}, <a href="tel:{{phone}}">{{phone}}</a>, <a href="mailto:{{email}}">{{email}}</a></p>';

test('texts name the seller of the channel, in every place of an answer', () => {
  const answer = withSeller(
    { html: line, types: [{ value: '{{company}}' }], id: 7, image: null, other: '{{name}}' },
    seller,
  );
  expect(answer).toEqual({
    html: '<p>UAB &#34;Sėkla &#38; Ko&#34;, 999999995, <a href="tel:+37052003040">+370 (5) 200 30 40</a>, <a href="mailto:info@sekla.example">info@sekla.example</a></p>',
    // A text without markup is no HTML.
    types: [{ value: 'UAB "Sėkla & Ko"' }],
    id: 7,
    image: null,
    other: '{{name}}',
  });
});

test('where nobody is named, the paragraph goes and what stands around it stays', () => {
  const html = `<h2>Who</h2>\n<p>We sell <strong>seed</strong>.</p>${line}<ul><li>Write to {{email}}</li><li>Or come</li></ul>`;
  expect(withSeller(html, undefined)).toBe(
    '<h2>Who</h2>\n<p>We sell <strong>seed</strong>.</p><ul><li>Or come</li></ul>',
  );
  expect(withSeller(line, undefined)).toBe('');
});

test('outside of paragraphs the words alone go, with the links that lead to them', () => {
  expect(withSeller('Call {{phone}}', undefined)).toBe('Call');
  expect(withSeller('<h2>{{company}} sells</h2><div><a href="tel:{{phone}}">Call</a></div>', undefined)).toBe(
    '<h2> sells</h2><div></div>',
  );
  expect(withSeller('{{name}}', undefined)).toBe('{{name}}');
});

test('a word that every object has is no word of the seller', () => {
  expect(withSeller('{{constructor}} {{toString}}', seller)).toBe('{{constructor}} {{toString}}');
  expect(withSeller('{{constructor}}', undefined)).toBe('{{constructor}}');
});

test.each(['menus', 'pages', 'blocks', 'faq', 'banners'])(
  'no company and no shop stands in the %s by itself: its record and its brand are the one place',
  (file) => {
    const words = readFileSync(`server/seed-data/content/${file}.json`, 'utf8').replaceAll(/\u00A0/g, ' ');
    for (const { name, companyCode, vatNumber, address, phone, email } of [demoSeller, demoSellerOfFarms])
      for (const said of [name, companyCode, vatNumber, address, phone, phone.replaceAll(' ', ''), email])
        expect(words).not.toContain(said);
    expect(words).not.toMatch(/\bArimas|@arimas\.example/);
  },
);

test('of a company without a VAT number texts leave out the words about it, and nothing else', () => {
  const untaxed = { ...demoSeller, vatNumber: '' };
  for (const [text, said] of [
    [
      '<p>{{company}}, įmonės kodas {{companyCode}}, PVM kodas {{vatNumber}}, {{phone}}</p>',
      `<p>UAB „Arimas“, įmonės kodas 999999995, ${demoSeller.phone}</p>`,
    ],
    [
      '<p>Code {{companyCode}}. VAT number {{vatNumber}}. Telephone {{phone}}.</p>',
      `<p>Code 999999995. Telephone ${demoSeller.phone}.</p>`,
    ],
    ['<li>PVM {{vatNumber}}</li><li>{{companyCode}}</li>', '<li></li><li>999999995</li>'],
    ['VAT {{vatNumber}}, code {{companyCode}}', 'code 999999995'],
    ['<p><b>{{vatNumber}}</b>, {{companyCode}}</p>', '<p><b></b>, 999999995</p>'],
  ] as const)
    expect(withSeller(text, untaxed)).toBe(said);
});

test.each(['menus', 'pages'])('the %s say nothing of VAT numbers of a company that has none', (file) => {
  const text = readFileSync(`server/seed-data/content/${file}.json`, 'utf8');
  const paragraphs = text.match(/<p>(?:(?!<\/p>).)*\{\{vatNumber\}\}.*?<\/p>/g) ?? [];
  expect(paragraphs.length).toBeGreaterThan(0);
  for (const paragraph of paragraphs)
    expect(withSeller(paragraph, { ...demoSeller, vatNumber: '' })).not.toMatch(
      /PVM|VAT|НДС|käibemaks|[,.] ?[,.]|\s[,.]/,
    );
});

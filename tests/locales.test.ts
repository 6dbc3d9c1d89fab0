import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';
import { catalogueLocales as locales, type Locale } from '#contract/locale.ts';
import { activateLocale } from '#i18n/activate-locale.ts';
import { textsIn } from '#locales/server-texts.ts';
import { sayNotOpened } from '../vite/say-not-opened.ts';
import { splitMessages } from '../vite/split-messages.ts';

const fileOf = (locale: string) => `locales/${locale}/messages.po`;

/** Sentences of a catalogue with their translations. */
function read(locale: string): Map<string, string> {
  const joined = readFileSync(fileOf(locale), 'utf8').replaceAll(/"\n"/g, '');
  return new Map(
    [...joined.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

test('R0.40 the catalogues have the same sentences, none without a translation', () => {
  const source = [...read('en').keys()].toSorted();
  expect(source.length).toBeGreaterThan(10);
  for (const locale of locales) {
    const catalogue = read(locale);
    expect({ locale, sentences: [...catalogue.keys()].toSorted() }).toEqual({ locale, sentences: source });
    expect({ locale, empty: [...catalogue].filter(([, translation]) => translation === '') }).toEqual({
      locale,
      empty: [],
    });
  }
});

test('what a page says where no script comes is in every language', () => {
  const html = sayNotOpened.transformIndexHtml(readFileSync('index.html', 'utf8'));
  const said = /<p id="nothing-came"[^]*?<\/p>/.exec(html)?.[0] ?? '';
  const sentences = [...said.matchAll(/<span lang="(\w+)">([^<]+)</g)];
  expect(sentences.map(([, locale]) => locale)).toEqual([...locales]);
  expect(new Set(sentences.map(([, , sentence]) => sentence)).size).toBe(locales.length);
});

/** Forms whose consents are kept with the words at their boxes. */
const consentForms = [
  'newsletter/newsletter-form',
  'session/registration-view',
  'account/details-form',
  'checkout-page/consent-fields',
];

test.each(['privacy', 'terms'] as const)(
  'the consent that is kept (%s) is in the words that stand at the boxes of its forms, in every language',
  (page) => {
    const plain = (text = '') => text.replaceAll(/<\/?0>/g, '');
    for (const locale of locales) {
      const sentence = [...read(locale)].find(([id]) => plain(id) === textsIn('en').names.consents[page]);
      expect({ locale, words: plain(sentence?.[1]) }).toEqual({
        locale,
        words: textsIn(locale).names.consents[page],
      });
    }
    const entry = readFileSync(fileOf('en'), 'utf8')
      .split('\n\n')
      .find((one) => plain(one).includes(`msgid "${textsIn('en').names.consents[page]}"`));
    for (const form of consentForms) expect(entry).toContain(`#: src/features/${form}.tsx`);
  },
);

// It reads all of the source: on a machine that does much else that takes longer than a test usually may. It works on a
// copy: other tests compile the catalogues meanwhile, and would see them half written.
test('R0.40 extracting the sentences leaves no difference', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'arimas-locales-'));
  try {
    for (const locale of locales) cpSync(fileOf(locale), path.join(folder, fileOf(locale)));
    await promisify(execFile)(
      process.execPath,
      [realpathSync('node_modules/@lingui/cli/dist/lingui.js'), 'extract', '--clean'],
      {
        env: { PATH: process.env['PATH'], LOCALES_DIR: path.join(folder, 'locales') },
      },
    );
    for (const locale of locales)
      expect(readFileSync(path.join(folder, fileOf(locale)), 'utf8')).toBe(
        readFileSync(fileOf(locale), 'utf8'),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('plurals follow the language: Lithuanian and Russian have their own forms', () => {
  const products = '{count, plural, one {# product} other {# products}}';
  expect(read('lt').get(products)).toMatch(/one \{.*few \{.*other \{/);
  expect(read('ru').get(products)).toMatch(/one \{.*few \{.*many \{.*other \{/);
  for (const [bound, n] of [
    ['long', 'less'],
    ['short', 'more'],
  ])
    expect(read('lt').get(`This value is too ${bound}. It should have {n} characters or ${n}.`)).toMatch(
      /\{n, plural, one \{# ženklas\} few \{# ženklai\} other \{# ženklų\}\}/,
    );
  const plurals = [...read('lt')].filter(([sentence]) => sentence.includes(', plural,'));
  expect(plurals.filter(([, translation]) => !translation.includes('few {'))).toEqual([]);
});

test('what is kept on a device is not said to be on a phone, which may be a computer', () => {
  const kept = /(?:this|your) phone|telefon(?:e|is)\b|(?:этом|вашем) телефоне|в телефоне/;
  for (const locale of locales)
    expect({ locale, phones: [...read(locale).values()].filter((text) => kept.test(text)) }).toEqual({
      locale,
      phones: [],
    });
});

test('goods are collected and orders taken back in different words', () => {
  // Lithuanian has one word for both, which on the page of a saved order would offer to collect it.
  const fetched = [...read('lt')].filter(([, text]) => /atsi(?:im|ėm|ims)/i.test(text));
  expect(fetched.length).toBeGreaterThan(10);
  expect(fetched.filter(([sentence]) => !/collect/i.test(sentence))).toEqual([]);
});

test('a translation has the same placeholders as its sentence', () => {
  const holes = (text: string) =>
    [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\d)>/g)].map((match) => match[1] ?? match[2] ?? ''))]
      .toSorted()
      .join(' ');
  const differing = locales.flatMap((locale) =>
    [...read(locale)].filter(([sentence, translation]) => holes(sentence) !== holes(translation)),
  );
  expect(differing).toEqual([]);
});

test('what the server says has the same placeholders and as many parts in every language, and nothing is empty', () => {
  const flat = (value: unknown, at: string): [string, string][] =>
    typeof value === 'string'
      ? [[at, value]]
      : Object.entries(value as object).flatMap(([key, inner]) => flat(inner, `${at}/${key}`));
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted();
  const source = flat(textsIn('en'), '');
  expect(source.length).toBeGreaterThan(200);
  const differing = new Set<string>();
  for (const locale of locales) {
    const texts = new Map(flat(textsIn(locale), ''));
    expect([...texts.keys()].toSorted()).toEqual(source.map(([at]) => at).toSorted());
    for (const [at, text] of source) {
      const translation = texts.get(at) ?? '';
      if (translation === '' || holes(text).join(' ') !== holes(translation).join(' ')) differing.add(at);
    }
  }
  // In English the sentence is the specification's, which names the code alone.
  expect([...differing]).toEqual(['/errors/cart.insufficient_stock']);
});

/** What the build makes of these catalogues, as a page of the locale gets it. @param files the text of `messages.po` by locale */
async function builtFrom(files: Partial<Record<Locale, string>>, locale: Locale): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), 'arimas-locales-'));
  try {
    for (const [of, text] of Object.entries(files)) {
      mkdirSync(path.join(place, of));
      writeFileSync(path.join(place, of, 'messages.po'), text);
    }
    const config = {
      ...getConfig(),
      catalogs: [{ path: `${place}/{locale}/messages`, include: ['src'], exclude: [] }],
    };
    const { transform } = splitMessages(config);
    if (typeof transform !== 'object' || typeof transform.handler !== 'function')
      throw new Error('No handler');
    const built = await transform.handler.call(
      { addWatchFile: () => {} } as never,
      '',
      `${path.join(place, locale, 'messages.po')}?first`,
    );
    return JSON.stringify(built);
  } finally {
    rmSync(place, { recursive: true });
  }
}

test('R1.41 a text that another language lacks is the Lithuanian one, and so are all of a language that nobody knows', async () => {
  const entry = (own: string) => `msgid "Delivery"\nmsgstr "${own}"\n`;
  const files = { lt: entry('Pristatymas'), ru: entry(''), en: entry('Delivery'), et: entry('Tarne') };
  expect(await builtFrom(files, 'ru')).toContain('Pristatymas');
  expect(await builtFrom(files, 'et')).not.toContain('Pristatymas');
  const { i18n } = await activateLocale('xx', () => Promise.resolve(undefined));
  const { i18n: lithuanian } = await activateLocale('lt', () => Promise.resolve(undefined));
  expect(i18n.messages).toEqual(lithuanian.messages);
  expect(Object.keys(i18n.messages).length).toBeGreaterThan(10);
});

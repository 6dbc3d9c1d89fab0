import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { catalogueLocales, defaultLocale } from '#contract/locale.ts';
import { createReferences } from './references.ts';

test('a reference leads somewhere in every language, to words of the default one where nothing is translated', async () => {
  const taxons = [{ id: 1, code: 'SEKLOS', slug: { lt: 'seklos', en: 'seeds' } }];
  const query = (sql: string) => Promise.resolve({ rows: sql.includes('from taxon') ? taxons : [] });
  const references = await createReferences({ query } as unknown as ClientBase, {
    pages: new Map([['home', { lt: '' }]]),
    articles: new Map(),
  });
  const addresses = references.addresses('ref:taxon/SEKLOS');
  for (const locale of catalogueLocales) {
    const slug = locale === 'en' ? 'seeds' : 'seklos';
    expect(addresses[locale]).toBe(locale === defaultLocale ? '/c/seklos-1' : `/${locale}/c/${slug}-1`);
  }
  expect(references.addresses('ref:page/home')['et']).toBe('/et');
  expect(() => references.addresses('ref:taxon/NONE')).toThrow('Nothing is named by');
  expect(() => references.addresses('ref:page/none')).toThrow('Nothing is named by');
});

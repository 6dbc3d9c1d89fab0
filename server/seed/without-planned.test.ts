import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountPageOf } from '#contract/account-pages.ts';
import { routeTable, type RouteName } from '#contract/route-table.ts';
import { withoutPlanned } from './without-planned.ts';

const folder = 'server/seed-data/content';
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as object;
const loaded = (name: string) => withoutPlanned(`content/${name}`, read(name));

test('nothing in the content leads to a page that the shop does not have yet', () => {
  for (const name of files) {
    const text = JSON.stringify(loaded(name));
    const routes = [...text.matchAll(/ref:route\/(\w+)/g)].map((match) => match[1] as RouteName);
    for (const route of routes) {
      const address: string | undefined = Object.hasOwn(routeTable, route) ? routeTable[route].lt : undefined;
      expect({ route, address }).toEqual({ route, address: expect.any(String) as unknown });
      if (address?.startsWith('/paskyra'))
        expect(accountPageOf(address.slice('/paskyra'.length))).not.toBeNull();
    }
    expect(text).not.toMatch(/ref:page\/loyalty-terms/);
    const own = JSON.stringify(withoutPlanned(`content/${name}`, read(name), false));
    expect(own).not.toMatch(/ref:page\/(?:gift-cards|loyalty-terms)/);
  }
});
test('what is left is whole: texts keep their words, groups their other entries', () => {
  const pages = loaded('pages.json') as { pages: { code: string }[] };
  expect(pages.pages.length).toBe((read('pages.json') as typeof pages).pages.length);
  const menus = JSON.stringify(loaded('menus.json'));
  expect(menus).toContain('Slapukai ir vietinė saugykla');
  expect(menus).not.toMatch(/Slapukų pasirinkimas|Lojalumo programos taisyklės/);
  // Gift cards are sold by the demo shop, and by one's own once its keeper says so.
  expect(menus).toContain('Dovanų kortelės');
  expect(JSON.stringify(withoutPlanned('content/menus.json', read('menus.json'), false))).not.toContain(
    'Dovanų kortelės',
  );
  expect(menus).not.toContain('"children":null');
  const { length } = JSON.stringify(loaded('faq.json'));
  expect(length).toBeGreaterThan(JSON.stringify(read('faq.json')).length * 0.7);
});

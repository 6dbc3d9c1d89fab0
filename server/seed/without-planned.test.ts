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
    const own = JSON.stringify(withoutPlanned(`content/${name}`, read(name), false));
    expect(own).not.toMatch(/ref:(?:page\/(?:gift-cards|loyalty-terms)|route\/ACCOUNT_LOYALTY)/);
  }
});
test('what is left is whole: texts keep their words, groups their other entries', () => {
  const pages = loaded('pages.json') as { pages: { code: string }[] };
  expect(pages.pages.length).toBe((read('pages.json') as typeof pages).pages.length);
  const menus = JSON.stringify(loaded('menus.json'));
  expect(menus).toContain('Slapukai ir vietinė saugykla');
  expect(menus).not.toContain('Slapukų pasirinkimas');
  // Gift cards and a loyalty programme are the demo shop's, and those of one's own once its keeper offers them.
  const own = JSON.stringify(withoutPlanned('content/menus.json', read('menus.json'), false));
  for (const offered of ['Dovanų kortelės', 'Lojalumo programos taisyklės']) {
    expect(menus).toContain(offered);
    expect(own).not.toContain(offered);
  }
  // The page of the programme is led to from home, and its terms from the answer about points.
  expect(JSON.stringify(pages)).toContain('ref:route/ACCOUNT_LOYALTY');
  expect(JSON.stringify(loaded('faq.json'))).toContain('ref:page/loyalty-terms');
  expect(menus).not.toContain('"children":null');
  const { length } = JSON.stringify(loaded('faq.json'));
  expect(length).toBeGreaterThan(JSON.stringify(read('faq.json')).length * 0.7);
});

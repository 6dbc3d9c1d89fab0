// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aNavItem, anItem, anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import { refreshTokenKey, writeTokens } from '#api/session-tokens.ts';
import { navItem } from '#contract/channel.ts';
import { cartTokenKey } from '#features/cart/cart-token.ts';
import { wide } from '#ui/use-media.ts';
import { CartButton } from '#features/site-header/cart-button.tsx';
import { Copyright } from './copyright.tsx';
import { Footer } from './footer-part.tsx';
import { frameQueries, loadFrame, type BarScope } from '#features/site-header/frame-queries.ts';
import { InformationBar } from './information-bar-part.tsx';
import { LanguageSwitcher } from '#features/site-header/language-switcher.tsx';
import { columnsAtMost, columnsOf, NavPanel, rows } from '#features/site-header/nav-panel.tsx';
import { ReducedFrame } from './reduced-frame-part.tsx';
import { NavItemLink } from '#features/site-header/nav-item-link.tsx';

beforeEach(() => {
  setMedia();
  localStorage.clear();
});
afterEach(() => {
  clearShown();
  vi.useRealTimers();
});

const withCart: ShowOptions = {
  answers: {
    order: () => anOrder({ items: [anItem({ id: 1, quantity: 2 }), anItem({ id: 2, quantity: 3 })] }),
  },
};

test('R2.63 the cart button shows the sum of quantities, also in its name', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const { container } = await show(<CartButton />, withCart);
  expect(container.querySelector('a [data-count]')?.getAttribute('data-count')).toBe('5');
  expect(container.querySelector('a')?.getAttribute('aria-label')).toBe('Cart, items: 5');
});

test('R2.64 R2.65 on narrow screens the cart button is a plain link; zero is not shown', async () => {
  const { container } = await show(<CartButton />);
  const link = container.querySelector('a');
  expect(link?.getAttribute('href')).toBe('/cart');
  expect(link?.getAttribute('aria-label')).toBe('Cart');
  expect(container.querySelector('button')).toBeNull();
});

test('R2.66 on wide screens it is a button that opens a dialog', async () => {
  setMedia((query) => query === wide);
  const { container } = await show(<CartButton />);
  expect(container.querySelector('a')).toBeNull();
  expect(container.querySelector('button')?.getAttribute('aria-haspopup')).toBe('dialog');
});

test('R2.68 the language switcher has one link per locale of the channel, named in its own language', async () => {
  const locales = [
    { code: 'lt', name: 'Lietuvių', path: '' },
    { code: 'en', name: 'English', path: 'en' },
  ];
  const { container } = await show(<LanguageSwitcher />, { channel: { locales } });
  expect(
    [...container.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href'), one.lang]),
  ).toEqual([
    ['Lietuvių', '/', 'lt'],
    ['English', '/en', 'en'],
  ]);
  const single = await show(<LanguageSwitcher />, { channel: { locales: locales.slice(0, 1) } });
  expect(single.container.querySelector('a')).toBeNull();
});

test('R3.01 a navigation item keeps each of its fields', () => {
  const item = {
    id: 'x',
    type: 'image' as const,
    name: 'N',
    link: '/a',
    externalLink: 'https://example.lt',
    resourceId: 4,
    code: 'C',
    content: 'c',
    html: '<p>h</p>',
    image: 'i',
    altText: 'a',
    highlighted: true,
    openInNewTab: true,
    children: [],
  };
  expect(navItem.parse(item)).toEqual(item);
});

const link = async (item: Parameters<typeof aNavItem>[0]) =>
  (await show(<NavItemLink item={aNavItem(item)} />)).container;

test('R2.88 an entry of type url leads to its address', async () => {
  expect((await link({ link: '/akcijos' })).querySelector('a')?.getAttribute('href')).toBe('/akcijos');
});
test('R2.90 a label is text and no link', async () => {
  const container = await link({ type: 'label', name: 'Kategorijos' });
  expect(container.querySelector('a')).toBeNull();
  expect(container.textContent).toBe('Kategorijos');
});
test('R2.93 R2.94 product and attribute entries lead to the addresses that came with them', async () => {
  expect(
    (await link({ type: 'product', link: '/p/sekatorius-9' })).querySelector('a')?.getAttribute('href'),
  ).toBe('/p/sekatorius-9');
  expect(
    (await link({ type: 'attribute_value', link: '/a/kultura/morkos' }))
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe('/a/kultura/morkos');
});
test('R2.111 foreign addresses and chosen entries open in a new tab, others do not', async () => {
  const target = async (item: Parameters<typeof aNavItem>[0]) =>
    (await link(item)).querySelector('a')?.getAttribute('target');
  expect(await target({ externalLink: 'https://example.lt' })).toBe('_blank');
  expect(await target({ link: '/a', openInNewTab: true })).toBe('_blank');
  expect(await target({ link: '/a' })).toBeNull();
});
test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'vbscript:x',
])('an entry that leads to %s leads nowhere', async (address) => {
  for (const item of [{ link: address }, { externalLink: address }]) {
    const container = await link({ name: 'Press', ...item });
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).toBe('Press');
  }
});
test('R3.02 a highlighted entry looks different from its siblings', async () => {
  const [plain, highlighted] = [await link({ link: '/a' }), await link({ link: '/a', highlighted: true })];
  expect(highlighted.querySelector('a span')?.className).toMatch(/highlighted/);
  expect(plain.querySelector('a span')).toBeNull();
});

test('R2.105 R2.106 R2.107 columns hold 7 rows, at most 3 nested and 4 otherwise; the shop menu 4 of 8', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => index);
  const sizes = (columns: number[][]) => columns.map((column) => column.length);
  expect(sizes(columnsOf(items(25), 7, 3))).toEqual([7, 7, 7]);
  expect(sizes(columnsOf(items(28), 7, 4))).toEqual([7, 7, 7, 7]);
  expect(sizes(columnsOf(items(33), 8, 4))).toEqual([8, 8, 8, 8]);
});

test('R9.37 R9.38 the columns of the panels: three of seven rows where they are nested, four of eight in the shop menu', async () => {
  expect([columnsAtMost.nested, rows.main, columnsAtMost.plain, rows.mega]).toEqual([3, 7, 4, 8]);
  const many = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => child(`${prefix}${String(index)}`));
  const sizes = async (count: number, role: 'main' | 'mega', nested: boolean) => {
    const { container } = await panel(
      { children: nested ? [child('r', { children: many('n', count) })] : many('p', count) },
      role,
    );
    return [...container.querySelectorAll('ul')]
      .slice(nested ? 1 : 0)
      .map((column) => column.children.length);
  };
  expect(await sizes(30, 'main', true)).toEqual([7, 7, 7]);
  expect(await sizes(40, 'mega', false)).toEqual([8, 8, 8, 8]);
});

function panel(root: Parameters<typeof aNavItem>[0], role: 'main' | 'mega' = 'main') {
  return show(<NavPanel role={role} itemId="root" onLeave={() => undefined} />, {
    fill: (shop, queryClient) => {
      queryClient.setQueryData(
        ['system', 'menu', { ...shop.scope, role }],
        [aNavItem({ id: 'root', ...root })],
      );
    },
  });
}
const child = (id: string, more: Parameters<typeof aNavItem>[0] = {}) =>
  aNavItem({ id, name: id, link: `/c/${id}`, type: 'taxon', ...more });

test.each<[string, Parameters<typeof aNavItem>[0], string]>([
  ['no page', {}, 'Show all: Garden'],
  ['a page elsewhere', { externalLink: 'https://garden.example' }, 'Show all: Garden'],
  ['a page of the shop', { link: '/c/garden' }, 'All goods: Garden'],
])('R2.105 what a trigger with %s cannot show in its columns is led to', async (_, root, way) => {
  const children = Array.from({ length: 30 }, (_one, at) => child(`c${String(at)}`));
  const { container, click } = await panel({ name: 'Garden', children, ...root });
  const ways = () =>
    [...container.querySelectorAll('button, a')].filter((one) =>
      /^(Show all|All goods)/.test(one.textContent ?? ''),
    );
  expect(ways().map((one) => one.textContent)).toEqual([way]);
  if (way.startsWith('All')) return;
  expect(container.querySelectorAll('a[href^="/c/c"]')).toHaveLength(28);
  await click(ways()[0]);
  expect(container.querySelectorAll('a[href^="/c/c"]')).toHaveLength(30);
});

test('R2.104 an entry with grandchildren has a root column and an area beside it; without there is one list', async () => {
  const nested = await panel({ children: [child('a', { children: [child('b')] }), child('c')] });
  expect([...nested.container.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['a', 'c', 'b']);
  const plain = await panel({ children: [child('a'), child('c')] });
  expect([...plain.container.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['a', 'c']);
});
test.each([
  ['the keyboard comes to', 'focusin'],
  ['the pointer comes to', 'pointerover'],
])(
  'R2.104 the area shows what is below the root entry that %s; an entry with nothing below leaves it',
  async (_, event) => {
    const { container, settle } = await panel({
      children: [child('a', { children: [child('b')] }), child('c', { children: [child('d')] }), child('e')],
    });
    const area = () => [...container.querySelectorAll('ul ~ div a')].map((one) => one.textContent);
    const comeTo = async (id: string) => {
      container.querySelector(`a[href="/c/${id}"]`)?.dispatchEvent(new Event(event, { bubbles: true }));
      await settle();
    };
    expect(area()).toEqual(['b']);
    await comeTo('c');
    expect(area()).toEqual(['d']);
    await comeTo('e');
    expect(area()).toEqual(['d']);
    await comeTo('a');
    expect(area()).toEqual(['b']);
  },
);
test('R2.108 R2.91 an entry of type group hides the root column and shows its groups as headings over their links', async () => {
  const { container } = await panel(
    { type: 'group', children: [child('Now', { type: 'group', children: [child('seeds')] })] },
    'mega',
  );
  expect(container.querySelectorAll('ul').length).toBeGreaterThan(0);
  expect([...container.querySelectorAll('a')].map((one) => one.textContent)).toEqual(['Now', 'seeds']);
});
test('R2.108 each group stands in a column of its own, and of those past the last column none is lost', async () => {
  const group = (id: string, count: number) =>
    child(id, {
      type: 'group',
      children: Array.from({ length: count }, (_, at) => child(`${id}${String(at)}`)),
    });
  const groups = [group('a', 4), group('b', 1), group('c', 9), group('d', 2), group('e', 3)];
  const { container } = await panel({ type: 'group', children: groups }, 'mega');
  const columns = [...container.querySelectorAll('ul')].filter(
    (list) => list.parentElement?.closest('ul') === null,
  );
  const headings = columns.map((column) =>
    [...column.children].map((entry) => entry.querySelector('a')?.textContent),
  );
  expect(headings).toEqual([['a'], ['b', 'e'], ['c'], ['d']]);
  expect(container.querySelectorAll('ul a')).toHaveLength(5 + 4 + 1 + 9 + 2 + 3);
});
test('R2.105 what has no room in the columns is a press away, whether or not there is a page of all of it', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => child(`n${String(at)}`));
  const shown = (container: Element) => container.querySelectorAll('ul ~ div ul li').length;
  const withPage = await panel({ children: [child('r', { children: many(25) })] });
  expect(shown(withPage.container)).toBe(21);
  expect(withPage.container.querySelector('[data-panel] div > a[href="/c/r"]')?.textContent).toBe(
    'Show all: r',
  );
  const { link: _, ...pageless } = child('r', { children: many(25) });
  const without = await panel({ children: [pageless] });
  expect(shown(without.container)).toBe(21);
  const all = [...without.container.querySelectorAll('button')].find(
    (one) => one.textContent === 'Show all: r',
  );
  await without.click(all);
  expect(shown(without.container)).toBe(25);
  // The button is gone: what it brought has the focus.
  expect(document.activeElement?.closest('ul')).not.toBeNull();
});
test('R2.92 R2.110 the children of a taxon and their children are links', async () => {
  const { container } = await panel(
    { children: [child('a', { children: [child('b', { children: [child('d')] })] })] },
    'mega',
  );
  expect([...container.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual([
    '/c/a',
    '/c/b',
    '/c/d',
  ]);
});
test('R2.95 R2.109 an image entry is a picture with its alternative text inside its link', async () => {
  const { container } = await panel(
    {
      children: [
        child('a', {
          children: [child('b', { type: 'image', image: 'scenes/a', altText: 'Packs', link: '/x' })],
        }),
      ],
    },
    'mega',
  );
  expect(container.querySelector('a[href="/x"] img')?.getAttribute('alt')).toBe('Packs');
});
test('R2.144 up and down arrows move the focus among the entries of a list and around at its ends', async () => {
  const { container } = await panel({
    children: [child('a'), child('b', { children: [child('d'), child('e')] }), child('c')],
  });
  const focused = () => document.activeElement?.textContent;
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  container.querySelector('a')?.focus();
  expect(focused()).toBe('a');
  press('ArrowDown');
  expect(focused()).toBe('b');
  press('ArrowDown');
  press('ArrowDown');
  expect(focused()).toBe('a');
  press('ArrowUp');
  expect(focused()).toBe('c');
  press('Home');
  expect(focused()).toBe('a');
  // The list beside it is another one.
  [...container.querySelectorAll('a')].find((one) => one.textContent === 'e')?.focus();
  press('ArrowDown');
  expect(focused()).toBe('d');
});
test('R2.86 R2.87 an entry of type taxon leads to its list, one of type page to the page', async () => {
  expect(
    (await link({ type: 'taxon', resourceId: 3, link: '/c/seklos-3' }))
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe('/c/seklos-3');
  expect(
    (await link({ type: 'page', resourceId: 4, link: '/pristatymas' }))
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe('/pristatymas');
});
test('R2.89 html of a menu is cleaned', async () => {
  const { container } = await panel({
    children: [child('a', { type: 'html', html: '<strong>Help</strong><script>1</script>' })],
  });
  expect(container.querySelector('strong')?.textContent).toBe('Help');
  expect(container.querySelector('script')).toBeNull();
});

const bar = (description: string) => ({
  id: 1,
  translations: { lt: { description } },
  backgroundColor: '#e6eef8',
  textColor: '#143862',
  displayFor: ['all_users'],
  standalone: true,
  scope: {},
  position: 0,
});
test('R3.03 R3.04 the last bar of the list shows, in its own colours', async () => {
  const { container } = await show(<InformationBar />, {
    locale: 'lt',
    answers: { banners: () => ({ data: [bar('<p>first</p>'), bar('<p>second</p>')], meta: {} }) },
  });
  expect(container.textContent).toBe('second');
  const colours = container.querySelector<HTMLElement>('[style]')?.style;
  expect(colours?.getPropertyValue('--ground')).toBe('#e6eef8');
  expect(colours?.getPropertyValue('--words')).toBe('#143862');
});
test('a bar whose colours are hard to read gets black or white letters', async () => {
  const { container } = await show(<InformationBar />, {
    locale: 'lt',
    answers: {
      banners: () => ({
        data: [{ ...bar('<p>x</p>'), backgroundColor: '#f2b134', textColor: '#ffffff' }],
        meta: {},
      }),
    },
  });
  expect(container.querySelector<HTMLElement>('[style]')?.style.getPropertyValue('--words')).toBe('#000000');
});

/** Bars by who asks and for what; `scope` is what the screen's loader says. */
async function barsShown(options: {
  signedIn?: boolean;
  scope?: BarScope;
  answers: (query: { displayFor: string[]; standalone?: boolean; taxon?: string }) => unknown;
}) {
  const { signedIn = false, scope, answers } = options;
  if (signedIn) localStorage.setItem(refreshTokenKey, 'r'.repeat(43));
  const asked: unknown[] = [];
  const shown = await show(<InformationBar />, {
    locale: 'lt',
    loader: () => (scope === undefined ? null : { barScope: scope }),
    answers: {
      banners: ({ query }) => {
        asked.push(query);
        return answers(query as never);
      },
    },
  });
  const seen = () => shown.container.querySelector('section[aria-busy=false]')?.textContent ?? '';
  return { asked, shown, text: seen };
}
const listOf = (...texts: string[]) => ({ data: texts.map(bar), meta: {} });

test('R4.84 R9.16 a guest asks for the bars of all users and of guests, all of them at once', async () => {
  const { asked, text } = await barsShown({ answers: ({ displayFor }) => listOf(displayFor.join(' ')) });
  expect(asked).toEqual([{ displayFor: ['all_users', 'guests'], standalone: true, itemsPerPage: '9999' }]);
  expect(text()).toBe('all_users guests');
});
test('R4.83 who is signed in sees the bars of all users and of customers', async () => {
  const { text } = await barsShown({
    signedIn: true,
    answers: ({ displayFor }) => listOf(displayFor.join(' ')),
  });
  expect(text()).toBe('all_users registered');
});
test('R4.85 the bar of what the screen shows goes before the one of the whole shop', async () => {
  const answers = (own: string[]) => (query: { standalone?: boolean }) =>
    listOf(...(query.standalone === true ? ['global'] : own));
  const { asked, text } = await barsShown({
    scope: { taxon: 'AZOTO' },
    answers: answers(['first', 'scoped']),
  });
  expect(asked).toContainEqual({ displayFor: ['all_users', 'guests'], taxon: 'AZOTO', itemsPerPage: '9999' });
  expect(text()).toBe('scoped');
  expect((await barsShown({ scope: { taxon: 'SEKLOS' }, answers: answers([]) })).text()).toBe('global');
});
test('R4.86 no bar shows while one of the two is on its way; one that cannot be had leaves the other', async () => {
  const global = listOf('global');
  let end: (value: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    end = resolve;
  });
  const { shown, text } = await barsShown({
    scope: { taxon: 'A' },
    answers: ({ standalone }) => (standalone === true ? global : late),
  });
  expect(text()).toBe('');
  end(listOf('scoped'));
  await shown.settle();
  expect(text()).toBe('scoped');
  const away = await barsShown({
    scope: { taxon: 'B' },
    answers: ({ standalone }) => (standalone === true ? global : Promise.reject(new Error('x'))),
  });
  expect(away.text()).toBe('global');
});

test('a bar that is asked for anew keeps its place unseen, so that nothing moves under a pointer', async () => {
  let end: (value: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    end = resolve;
  });
  const { shown, text } = await barsShown({
    answers: ({ displayFor }) => (displayFor.includes('guests') ? listOf('for guests') : late),
  });
  expect(text()).toBe('for guests');
  writeTokens({ refreshToken: 'r'.repeat(43) });
  await expect
    .poll(() => shown.container.querySelector('section[aria-busy=true]')?.textContent)
    .toBe('for guests');
  expect(text()).toBe('');
  end(listOf('for customers'));
  await shown.settle();
  expect(text()).toBe('for customers');
});

test('R2.117 the copyright line has the current year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-01T12:00:00Z') });
  const { container } = await show(<Copyright />);
  expect(container.textContent).toContain('2031');
});

test('a device in another year than the server takes the copyright line over as it stands', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-31T12:00:00Z') });
  const { renderToString } = await import('react-dom/server');
  const { hydrateRoot } = await import('react-dom/client');
  const box = document.createElement('div');
  box.innerHTML = renderToString(<Copyright />);
  const [line] = box.children;
  vi.setSystemTime(new Date('2032-01-01T12:00:00Z'));
  const failed = vi.fn();
  await act(async () => void hydrateRoot(box, <Copyright />, { onRecoverableError: failed }));
  expect(failed).not.toHaveBeenCalled();
  expect(box.children[0]).toBe(line);
  expect(box.textContent).toContain('2031');
});

async function footer(items: ReturnType<typeof aNavItem>[]) {
  const shown = await show(<Footer />, {
    fill: (shop, queryClient) => {
      queryClient.setQueryData(['system', 'menu', { ...shop.scope, role: 'footer' }], items);
      queryClient.setQueryData(
        ['system', 'menu', { ...shop.scope, role: 'social' }],
        [aNavItem({ id: 's', name: 'Facebook', code: 'facebook', externalLink: 'https://example.lt' })],
      );
    },
  });
  // It is drawn after the first screen.
  await vi.waitFor(() => expect(shown.container.querySelector('footer > div')).not.toBeNull());
  return shown;
}
const list = (name: string) =>
  aNavItem({ id: name, name, type: 'group', children: [child(`${name}-1`), child(`${name}-2`)] });

test('R2.118 groups on top are rows of lists; plain items are one row', async () => {
  const group = (name: string, lists: string[]) =>
    aNavItem({ id: name, name, type: 'group', children: lists.map((one) => list(one)) });
  const rows = async (items: ReturnType<typeof aNavItem>[]) => {
    const { container } = await footer(items);
    return [...container.querySelectorAll('h2:has(button)')].reduce(
      (groups, heading) => groups.add(heading.parentElement?.parentElement),
      new Set(),
    ).size;
  };
  expect(await rows([group('a', ['a1', 'a2']), group('b', ['b1'])])).toBe(2);
  expect(await rows([group('a', ['a1', 'a2'])])).toBe(1);
  expect(await rows([list('x'), list('y')])).toBe(1);
});
test('R2.112 R2.113 R2.114 a heading opens and closes its list: open by default on wide screens, closed on narrow ones', async () => {
  const narrow = await footer([list('Help')]);
  const heading = narrow.container.querySelector('h2 button');
  expect(heading?.getAttribute('aria-expanded')).toBe('false');
  await narrow.click(heading);
  expect(heading?.getAttribute('aria-expanded')).toBe('true');
  narrow.remove();
  setMedia(() => true);
  const { container } = await footer([list('Help')]);
  expect(container.querySelector('h2 button')?.getAttribute('aria-expanded')).toBe('true');
});
test('R2.115 each entry of the social menu is a link with a name', async () => {
  const { container } = await footer([list('Help')]);
  expect(container.querySelector('a[href="https://example.lt"]')?.getAttribute('aria-label')).toBe(
    'Facebook',
  );
});

test('R2.116 the footer has the newsletter block, its consents leading to the texts that the footer links', async () => {
  const texts = aNavItem({
    id: 'l',
    name: 'Rules',
    type: 'group',
    children: [
      child('t', { type: 'page', resourceId: 1, link: '/taisykles' }),
      child('p', { type: 'page', resourceId: 2, link: '/privatumas' }),
    ],
  });
  const { container } = await footer([texts]);
  const block = container.querySelector('footer section[aria-labelledby="newsletter-title"]');
  expect(block?.querySelector('form input[type="email"]')).not.toBeNull();
  expect([...(block?.querySelectorAll('form a') ?? [])].map((one) => one.getAttribute('href'))).toEqual([
    '/privatumas',
    '/taisykles',
  ]);
});

test('the menu of the checkout stands at its foot, each entry in a tab of its own', async () => {
  const { container } = await show(<ReducedFrame backTo="cart">Steps</ReducedFrame>, {
    loader: () => null,
    fill: (shop, queryClient) => {
      queryClient.setQueryData(
        ['system', 'menu', { ...shop.scope, role: 'checkout' }],
        [child('Delivery', { type: 'page', link: '/pristatymas' })],
      );
    },
  });
  const link = container.querySelector('footer nav a');
  expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(['/pristatymas', '_blank']);
});

test('a menu that the shop does not have is empty; one that cannot be had is not kept as empty, and the page stands', async () => {
  const { shop, queryClient } = await show(null);
  const menu = (call: () => Promise<never>) =>
    frameQueries.menu({ ...shop, call }, { menus: { top: 'x' } } as never, 'top');
  const none = menu(() => Promise.reject(new ApiError('refused', 404, { message: 'Not found' })));
  await expect(queryClient.fetchQuery(none)).resolves.toEqual([]);
  queryClient.clear();
  const away = menu(() => Promise.reject(new ApiError('unreachable', 500, { message: 'Unreachable' })));
  await expect(queryClient.fetchQuery(away)).rejects.toThrow('Unreachable');
  expect(queryClient.getQueryData(away.queryKey)).toBeUndefined();
  const call = (name: string) =>
    name === 'channel' ? Promise.resolve({ menus: { top: 'x' } }) : Promise.reject(new Error('Unreachable'));
  await expect(
    loadFrame({ shop: { ...shop, call: call as never }, queryClient } as never),
  ).resolves.toBeUndefined();
});

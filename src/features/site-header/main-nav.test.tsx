// @vitest-environment jsdom
import { useNavigate } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { aNavItem } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { wide } from '#ui/use-media.ts';
import { Header } from './header-part.tsx';
import { MainNav } from './main-nav.tsx';

afterEach(clearShown);

/** The menus in the cache: entries with something below them, and entries without. */
const fill =
  (parents: string[], leaves: string[] = []): NonNullable<ShowOptions['fill']> =>
  (shop, queryClient) => {
    const set = (name: string, role: string, items: unknown) =>
      queryClient.setQueryData(['system', name, { ...shop.scope, role }], items);
    const entry = (id: string) => aNavItem({ id, name: id, link: `/c/${id}` });
    set('menu heads', 'main', [
      ...parents.map((id) => ({ ...entry(id), hasChildren: true })),
      ...leaves.map((id) => ({ ...entry(id), hasChildren: false })),
    ]);
    set('menu heads', 'mega', []);
    set(
      'menu',
      'main',
      parents.map((id) => ({ ...entry(id), children: [entry(`${id}-1`)] })),
    );
  };

/** The bar with two triggers, the first of them open. */
async function opened(element = <MainNav />) {
  const media = { isWide: true };
  const mediaChanged = setMedia((query) => media.isWide && query === wide);
  const shown = await show(element, { fill: fill(['x', 'y']) });
  const { container } = shown;
  const panel = () => container.querySelector('[data-panel]');
  const expanded = () =>
    [...container.querySelectorAll('nav button')].map((one) => one.getAttribute('aria-expanded'));
  await shown.click(container.querySelector('nav button'));
  // React shows what a fallback stood for after a pause of its own.
  await vi.waitFor(() => expect(panel()?.querySelector('a')?.textContent).toBe('x-1'));
  const widen = async (isWide: boolean) => {
    media.isWide = isWide;
    mediaChanged();
    await shown.settle();
  };
  return { ...shown, panel, expanded, widen };
}

test('R2.96 on wide screens each entry with something below it is a trigger, every other one a link', async () => {
  setMedia((query) => query === wide);
  const { container } = await show(<MainNav />, { fill: fill(['x', 'y'], ['sales', 'news']) });
  const named = (selector: string) => [...container.querySelectorAll(selector)].map((one) => one.textContent);
  expect(named('button[aria-expanded="false"]')).toEqual(['x', 'y']);
  expect(named('button')).toEqual(['x', 'y']);
  expect(named('a')).toEqual(['sales', 'news']);
});

test('R2.102 a switch to the narrow layout closes the panel: it is closed when the wide one is back', async () => {
  const { panel, expanded, widen } = await opened();
  expect(expanded()).toEqual(['true', 'false']);
  await widen(false);
  expect(panel()).toBeNull();
  await widen(true);
  expect(expanded()).toEqual(['false', 'false']);
  expect(panel()).toBeNull();
});

test('R2.101 navigation closes the panel, and it stays closed on the way back', async () => {
  function Ways() {
    const navigate = useNavigate();
    return (
      <>
        <MainNav />
        <button type="button" id="on" onClick={() => void navigate('/cart')}>
          on
        </button>
        <button type="button" id="back" onClick={() => void navigate(-1)}>
          back
        </button>
      </>
    );
  }
  const { container, click, panel, expanded } = await opened(<Ways />);
  await click(container.querySelector('#on'));
  expect(panel()).toBeNull();
  await click(container.querySelector('#back'));
  expect(expanded()).toEqual(['false', 'false']);
  expect(panel()).toBeNull();
});

test('R2.103 a panel whose entry is not among the items closes, or never opens', async () => {
  const { shop, queryClient, settle, panel, expanded } = await opened();
  fill(['y'])(shop, queryClient);
  await settle();
  expect(panel()).toBeNull();
  expect(expanded()).toEqual(['false']);
});
test('R2.102 the menu of narrow screens closes where the screen widens or the address changes, and does not come back', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  let isWide = false;
  const tellChange = setMedia((query) => query === wide && isWide);
  function Ways() {
    const navigate = useNavigate();
    return (
      <>
        <Header />
        <button type="button" id="on" onClick={() => void navigate('/cart')}>
          on
        </button>
        <button type="button" id="back" onClick={() => void navigate(-1)}>
          back
        </button>
      </>
    );
  }
  const { container, click, settle } = await show(<Ways />);
  const menuButton = () => container.querySelector('[aria-haspopup="dialog"]');
  const menu = () => document.querySelector('dialog h2')?.textContent;
  const open = async () => {
    await click(menuButton());
    await vi.waitFor(() => expect(menu()).toBe('Menu'));
  };
  const widen = async (to: boolean) => {
    isWide = to;
    tellChange();
    await settle();
  };
  await open();
  await widen(true);
  expect(menu()).toBeUndefined();
  await widen(false);
  expect(menu()).toBeUndefined();
  await open();
  await click(container.querySelector('#on'));
  expect(menu()).toBeUndefined();
  await click(container.querySelector('#back'));
  expect(menu()).toBeUndefined();
});

// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { setMedia, show } from '#tests/show.tsx';

setMedia();

test('an iPhone, which tells no page about installing, is shown the way at the second visit', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  localStorage.setItem(
    'INSTALL_OFFER',
    JSON.stringify({ visits: 1, lastVisitAt: 1, wasUsed: false, refusedAt: null }),
  );
  // The visit counts when what offers is read.
  const { InstallStrip } = await import('./install-strip.tsx');
  const { InstallPanel } = await import('#features/device/install-panel.tsx');
  const panel = await show(<InstallPanel />);
  expect(panel.container.textContent).toContain('Choose “Add to Home Screen”.');
  const { container, click } = await show(<InstallStrip />);
  const link = container.querySelector('a');
  expect(link?.textContent).toBe('How?');
  expect(link?.getAttribute('href')).toBe('/this-device');
  await click(link);
  expect(container.textContent).toBe('');
});

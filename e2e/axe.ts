/** What axe finds on a page. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { expect } from './shop-fixture.ts';

/** axe-core, as Playwright's package for it brings it along. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as typeof axeCore;

export type Theme = 'light' | 'dark' | 'field';

/**
 * No finding of axe on the page as it is, in these themes. `axe.run` in the page itself: Playwright's builder loads axe anew for
 * each theme and puts its results together in a tab of its own, for the sake of frames of other origins, which the shop has none of.
 */
export async function hasNoFinding(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark', 'field'],
): Promise<void> {
  // Colours on their way from one theme to the next are nobody's colours.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const findings = await page.evaluate(async (names) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const found: string[] = [];
    for (const theme of names) {
      document.documentElement.dataset['theme'] = theme;
      const { violations } = await axe.run(document, {
        // What a page is made of is the same in each theme; its colours and sizes are not.
        runOnly:
          theme === 'light'
            ? {
                type: 'tag',
                values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
              }
            : { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size'] },
        // Where each of hundreds of passed elements stands is not worked out.
        resultTypes: ['violations'],
        // No rule that is run reads what would be fetched for it: style sheets of the page, sound and film.
        preload: false,
      });
      for (const { id, nodes } of violations)
        found.push(
          `${theme} ${id}: ${nodes
            .slice(0, 3)
            .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`)
            .join(' | ')}`,
        );
    }
    return found;
  }, themes);
  expect(findings).toEqual([]);
}

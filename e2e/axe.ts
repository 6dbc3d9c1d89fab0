/** What axe finds on a page. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { expect } from './shop-fixture.ts';

/** axe-core, as Playwright's package for it brings it along. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as typeof axeCore;

export type Theme = 'light' | 'dark' | 'field';

/** What looks at colours and sizes, which are another theme's own. */
const looks = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * No finding of axe on the page as it is, in these themes. Colours and sizes of header and footer are two thirds of the work and the
 * same on every page: they are read where the frame is the matter (`frame: 'too'`). `axe.run` in the page itself: Playwright's builder loads axe anew for
 * each theme and puts its results together in a tab of its own, for the sake of frames of other origins, which the shop has none of.
 */
export async function hasNoFinding(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark', 'field'],
  frame: 'too' | 'elsewhere' = 'elsewhere',
): Promise<void> {
  // Colours on their way from one theme to the next are nobody's colours.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const findings = await page.evaluate(
    async ({ names, ofLooks, selector }) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      // What looks at links alone costs nothing.
      axe.configure({ rules: ['color-contrast', 'target-size'].map((id) => ({ id, selector })) });
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
              : { type: 'rule', values: ofLooks },
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
    },
    { names: themes, ofLooks: looks, selector: frame === 'too' ? '*' : '*:not(header *, footer *)' },
  );
  expect(findings).toEqual([]);
}

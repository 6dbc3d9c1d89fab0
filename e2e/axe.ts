/** The accessibility of what a page shows, by axe. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './shop-fixture.ts';

/**
 * No finding of axe, in any of the themes. What a page is made of is the same in each, so all rules are asked once; its colours
 * and sizes are not.
 */
export async function isClean(page: Page, themes = ['light', 'dark', 'field']): Promise<void> {
  // Colours on their way from one theme to the next are nobody's colours.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [at, theme] of themes.entries()) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    // Its other mode opens one page more for each reading, for the sake of frames, which the shop has none of.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    if (at === 0) axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
    else axe.withRules(['color-contrast', 'link-in-text-block', 'target-size']);
    const { violations } = await axe.analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${theme} ${id}: ${nodes
          .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`)
          .slice(0, 3)
          .join(' | ')}`,
    );
    expect(found).toEqual([]);
  }
}

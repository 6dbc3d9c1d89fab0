// @vitest-environment jsdom
import type { Messages } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { catalogueLocales, type Locale } from '#contract/locale.ts';
import { LoyaltyPoints } from '#features/cart-page/loyalty-points.tsx';
import { anOrder } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';

afterEach(clearShown);

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  lt: () => import('#locales/lt/messages.po?later'),
  en: () => import('#locales/en/messages.po?later'),
  et: () => import('#locales/et/messages.po?later'),
  ru: () => import('#locales/ru/messages.po?later'),
};

test('R1.39 one button of one screen has words of its own in each of the four languages', async () => {
  const loyalty = { available: true, balance: 320, pointsSpent: 0, maxPoints: 120, pointsToEarn: 1 };
  const words: Partial<Record<Locale, string | null>> = {};
  for (const locale of catalogueLocales) {
    const { messages } = await catalogues[locale]();
    const { container } = await show(<LoyaltyPoints order={anOrder({ loyalty })} />, { locale, messages });
    words[locale] = container.querySelector('button[type="submit"]')?.textContent ?? null;
    clearShown();
  }
  expect(words).toEqual({ en: 'Use points', et: 'Kasuta', lt: 'Panaudoti', ru: 'Использовать' });
});

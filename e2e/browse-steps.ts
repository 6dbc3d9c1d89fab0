/** Steps of journeys through the catalogue. */
import type { Page, Request } from '@playwright/test';

/** Calls of a page from now on. */
export const apiRequests = (page: Page): Request[] => {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/')) seen.push(request);
  });
  return seen;
};

/** Opens the first category of the list and gives its path. */
export async function firstTaxon(
  page: Page,
): Promise<{ path: string; id: number; code: string; name: string }> {
  const answer = await page.request.get('/api/v2/shop/taxons-tree?depth=1');
  const { data } = (await answer.json()) as {
    data: { id: number; code: string; slug: string; name: string }[];
  };
  const taxon = data[0];
  if (!taxon) throw new Error('no categories');
  return { path: `/c/${taxon.slug}-${taxon.id}`, id: taxon.id, code: taxon.code, name: taxon.name };
}

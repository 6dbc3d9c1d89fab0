// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { clearShown, show } from '#tests/show.tsx';
import { endpoints } from '#contract/calls/endpoints.ts';
import { usePagePath } from './content-page.ts';

afterEach(clearShown);

function Path({ id, known }: { id: number | null; known?: string }) {
  return usePagePath(id, known);
}

test('R7.19 a page is asked for by its id, where its address is not known already', async () => {
  const asked: unknown[] = [];
  const path = async (id: number | null, known?: string) => {
    const answers = {
      page: ({ params }: { params?: unknown }) => {
        asked.push(params);
        return { id, slug: 'taisykles' };
      },
    };
    return (await show(<Path id={id} {...(known === undefined ? {} : { known })} />, { answers })).container
      .textContent;
  };
  expect(await path(4)).toBe('/taisykles');
  expect(asked).toEqual([{ id: 4 }]);
  expect([endpoints.page.method, endpoints.page.path]).toEqual(['GET', '/shop/cms/pages/:id']);
  expect(await path(4, '/rules')).toBe('/rules');
  expect(await path(null)).toBe('');
  expect(asked).toHaveLength(1);
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aProduct, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { SearchPanel } from './search-panel.tsx';
import { suggestionsQuery } from './use-suggestions.ts';

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

const small = aVariant({ code: 'MO-3', name: '3 g', price: 129, ean: '2170000001838' });
const large = aVariant({ code: 'MO-50', name: '50 g', price: 1189, ean: '2170000001852' });

/** The option of the one product that the words find. */
async function optionFor(text: string, product = aProduct({ variants: [small, large] })) {
  const meta = { totalItems: 1, page: 1, itemsPerPage: 4, pageCount: 1, taxonsSuggestions: [] };
  const { container, settle } = await show(
    <SearchPanel id="options" text={text} active={-1} onChosen={() => undefined} />,
    {
      fill: (shop, queryClient) =>
        queryClient.setQueryData(suggestionsQuery(shop, text).queryKey, { data: [product], meta }),
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 350));
  await settle();
  return container.querySelector('[role="option"]');
}

test('a suggestion for the bar code of a pack names that pack, says its price, and leads to it', async () => {
  const option = await optionFor('2170000001852');
  expect(option?.textContent).toContain('50 g');
  expect(option?.textContent).toContain('€11.89');
  expect(option?.textContent).not.toContain('from');
  expect(option?.getAttribute('href')).toMatch(/\?variant=MO-50$/);
});

test('a suggestion for the words of goods leads to the goods, from their lowest price', async () => {
  const option = await optionFor('morkos');
  expect(option?.textContent).toContain('from €1.29');
  expect(option?.getAttribute('href')).not.toContain('variant');
});

test('a suggestion says whether the goods can be had', async () => {
  expect((await optionFor('morkos'))?.textContent).toContain('In stock');
  const gone = aProduct({ variants: [aVariant({ stock: 0 })] });
  expect((await optionFor('morkos', gone))?.textContent).toContain('Out of stock for now');
});

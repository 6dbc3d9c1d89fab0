/** The shop at its two hosts: of gardeners and of businesses. */
import { findProduct, isOrdinary, pathOf } from './purchase-steps.ts';
import { expect, ofBusiness, test } from './shop-fixture.ts';

interface ChannelFacts {
  name: string;
  displayDefaultChannelLogoTitle: boolean;
  menus: Record<'top' | 'main', string>;
}
const euros = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')}\u00A0€`;

test('R1.45 R3.74 gardeners see prices with tax, businesses without it and a note that says so; each channel has the menus of its own, and its title beside the logo if it wants one', async ({
  page,
  shop,
}) => {
  const { slug, id } = await findProduct(page, isOrdinary);
  const titles: boolean[] = [];
  const menus: string[] = [];
  for (const [host, code] of [
    [shop.url, 'retail'],
    [ofBusiness(shop), 'business'],
  ] as const)
    await test.step(code, async () => {
      const read = async <T>(call: string): Promise<T> =>
        (await (
          await page.request.get(`${shop.url}/api/v2/${call}`, { headers: { 's-channel': code } })
        ).json()) as T;
      const channel = await read<ChannelFacts>(`shop/channels/${code}`);
      const product = await read<{ variants: { prices: { price: number; priceWithoutTax: number } }[] }>(
        `shop/products-by-id/${String(id)}`,
      );
      const { price, priceWithoutTax } = product.variants[0]!.prices;
      expect(price).toBeGreaterThan(priceWithoutTax);
      await page.goto(host + pathOf({ slug, id }));
      const shown = page.getByRole('main').locator('[class*=price]').first();
      await expect(shown).toContainText(euros(code === 'retail' ? price : priceWithoutTax));
      await expect(page.getByRole('main').getByText('be PVM').first()).toBeVisible({
        visible: code === 'business',
      });
      for (const role of ['top', 'main'] as const) {
        const { items } = await read<{ items: { name: string }[] }>(`shop-menus/${channel.menus[role]}`);
        expect(items.length).toBeGreaterThan(0);
        for (const { name } of items)
          await expect(page.getByRole('banner').getByText(name).first()).toBeVisible();
        menus.push(items.map(({ name }) => name).join());
      }
      titles.push(channel.displayDefaultChannelLogoTitle);
      await expect(
        page.getByRole('banner').getByRole('link', { name: 'į pradžią' }).locator('small'),
      ).toHaveText(channel.displayDefaultChannelLogoTitle ? [channel.name] : []);
    });
  expect(titles).toEqual([false, true]);
  expect(menus[0]).not.toBe(menus[2]);
});

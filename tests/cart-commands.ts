/** Commands of one cart as its page makes them, for tests of what waits. */
import type { NewCommand } from '#domain/waiting/waiting-command.ts';
import { manyLines } from '#domain/waiting/many-lines.ts';
import { anItem, cartToken } from './builders.ts';

const common = { scope: `cart:${cartToken}`, locale: 'lt', channel: 'retail' };
export const begin = (): NewCommand => ({
  ...common,
  kind: 'pickUpCart',
  line: null,
  params: {},
  body: { localeCode: 'lt', tokenValue: cartToken },
});
export const add = (code: string, quantity = 1): NewCommand => ({
  ...common,
  kind: 'addItem',
  line: code,
  params: { token: cartToken },
  body: { productVariantCode: code, quantity },
});
/** Many goods at once, pieces by their code. */
export const addMany = (pieces: Readonly<Record<string, number>>): NewCommand =>
  manyLines(
    { ...common, params: { token: cartToken } },
    Object.entries(pieces).map(([variantCode, quantity]) => {
      const { productName, unitPrice, originalUnitPrice, collectOnly, variant } = anItem();
      const shown = {
        productName,
        unitPrice,
        originalUnitPrice,
        collectOnly,
        variant: { ...variant, code: variantCode },
      };
      return { variantCode, quantity, shown };
    }),
  );
export const change = (code: string, quantity: number, id: number | null = null): NewCommand => ({
  ...common,
  kind: 'changeQuantity',
  line: code,
  params: { token: cartToken, id },
  body: { quantity },
});
export const take = (code: string, id: number | null = null): NewCommand => ({
  ...common,
  kind: 'deleteItem',
  line: code,
  params: { token: cartToken, id },
  body: {},
});

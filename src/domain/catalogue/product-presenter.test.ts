import { expect, test } from 'vitest';
import type { CatalogueTree } from './catalogue-tree.ts';
import { presentCard } from './product-presenter.ts';
import type { StoredProduct, StoredVariant } from './stored-product.ts';

const changedAt = '2026-11-27T00:00:00Z';

const variant = (name: string, at: number): StoredVariant => ({
  id: at,
  code: `F1-${String(at)}`,
  isDefault: at === 0,
  name: name === '' ? {} : { lt: name },
  ean: null,
  netAmount: null,
  netUnit: null,
  weight: 0,
  tracked: true,
  price: 100,
  originalPrice: null,
  percent: null,
  lowest: null,
  reducedUntil: null,
  tiers: [],
  options: [],
  stock: {},
  changedAt,
});

const goods = (...packs: string[]): StoredProduct => ({
  id: 1,
  code: 'F1',
  type: 'simple',
  name: { lt: 'Prekė' },
  slug: { lt: 'preke' },
  shortDescription: null,
  description: null,
  metaTitle: null,
  metaDescription: null,
  taxCategory: 'standard',
  isChemical: false,
  professionalUse: false,
  tradeOnly: false,
  isGift: false,
  returnable: true,
  safety: null,
  images: [],
  averageRating: 0,
  reviewCount: 0,
  mainTaxonId: null,
  taxonIds: [],
  valueIds: [],
  updatedAt: changedAt,
  variants: packs.map(variant),
  bundleItems: [],
  maker: null,
  associations: [],
});

const nothing = new Map<never, never>();
const tree = {
  taxons: nothing,
  taxonsByCode: nothing,
  taxRates: nothing,
  values: nothing,
  warehouses: nothing,
} as unknown as CatalogueTree;

test.each([
  [['25 kg'], '25 kg'],
  [['1 kg', '5 kg', '25 kg'], '1 kg – 25 kg'],
  [['1 kg', '1 kg'], '1 kg'],
  [['', '25 kg'], '25 kg'],
  [[''], ''],
  [['', ''], ''],
])('a card of goods with the packs %j says %j of them, never a dash alone', (packs, said) => {
  expect(presentCard(goods(...packs), tree, 'lt').keyFact).toBe(said);
});

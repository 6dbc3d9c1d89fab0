/** Words of the catalogue that rules ask for: apart from the schemas, which weigh more than the rules do. */
export const contentUnits = ['kg', 'l', 'm', 'm2', 'piece'] as const;
export type ContentUnit = (typeof contentUnits)[number];
/** What a price is told for: small packs of seeds are compared by the gram. */
export type PriceUnit = ContentUnit | 'g';

/** What goods come as together, where so many of them have a price of their own. */
export const tierPacks = ['carton', 'pallet'] as const;
export type TierPack = (typeof tierPacks)[number];

export const sortFields = [
  'position',
  'price',
  'name',
  'createdAt',
  'discount',
  'rating',
  'relevance',
] as const;
export type SortField = (typeof sortFields)[number];

/** Form of the snapshot (contract CAT-14). Raised with every change of it: an older cursor is then gone, and the device begins anew. */
export const snapshotFormat = 2;
/** Bits of a snapshot row's flags. */
export const rowFlags = {
  isChemical: 1,
  isGift: 2,
  professionalUse: 4,
  isBundle: 8,
  notReturnable: 16,
  tradeOnly: 32,
} as const;

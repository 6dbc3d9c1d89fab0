/** Where plant protection products go: they are only collected, and not in every place (contract 5.7). */

/** May chemical goods be handed out here? Where goods are collected and the shop may give them out, and not in the main warehouse. */
export const handsOutChemicals = (warehouse: {
  readonly main: boolean;
  readonly collection: boolean;
  readonly chemicals: boolean;
}): boolean => warehouse.collection && warehouse.chemicals && !warehouse.main;

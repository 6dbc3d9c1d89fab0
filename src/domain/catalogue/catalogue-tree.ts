/**
 * Categories, attributes and places of a catalogue with their links drawn: what lists, counts and cards are made with, on
 * the server for all languages, on a device for one.
 */
import type { Texts } from './texts.ts';

export type TaxonNode = {
  id: number;
  code: string;
  parent: TaxonNode | null;
  children: TaxonNode[];
  level: number;
  position: number;
  lft: number;
  name: Texts;
  slug: Texts;
  description: Texts | null;
  image: string | null;
  /** What people call it besides; `la` counts in every locale. */
  bynames: Texts | null;
};

export type AttributeNode = {
  id: number;
  code: string;
  type: 'list' | 'text';
  filterable: boolean;
  position: number;
  name: Texts;
  slug: Texts;
  values: ValueNode[];
};

export type ValueNode = {
  id: number;
  attribute: AttributeNode;
  code: string;
  position: number;
  value: Texts;
  slug: Texts;
  color: string | null;
  iconColor: string | null;
  backgroundColor: string | null;
  imagePath: string | null;
  content: Texts | null;
  bynames: Texts | null;
};

export type WarehouseNode = {
  id: number;
  code: string;
  name: Texts;
  city: string;
  /** Parcels are sent from here. */
  ships: boolean;
  collection: boolean;
  /** Chemical goods are handed out here (`handsOutChemicals`). */
  chemicals: boolean;
  channels: readonly string[];
  priority: number;
};

/** The small tables of a catalogue, whole. */
export type CatalogueTree = {
  /** Parents before children, in the order of the shop. */
  taxons: ReadonlyMap<number, TaxonNode>;
  taxonsByCode: ReadonlyMap<string, TaxonNode>;
  /** In order. */
  attributes: readonly AttributeNode[];
  attributesByCode: ReadonlyMap<string, AttributeNode>;
  values: ReadonlyMap<number, ValueNode>;
  warehouses: ReadonlyMap<number, WarehouseNode>;
  /** Tax category to rate (0.21) of the default zone. */
  taxRates: ReadonlyMap<string, number>;
  hazardStatements: Record<string, Texts>;
  signalWords: Record<string, Texts>;
  pictograms: Record<string, Texts>;
};

/** The taxon and everything above it, from the root down. */
export function pathOf(taxon: TaxonNode): TaxonNode[] {
  return taxon.parent ? [...pathOf(taxon.parent), taxon] : [taxon];
}

/** An attribute by code or by a slug of any language. */
export function findAttribute(tree: CatalogueTree, name: string): AttributeNode | undefined {
  return (
    tree.attributesByCode.get(name) ?? tree.attributes.find(({ slug }) => Object.values(slug).includes(name))
  );
}

/** A value of the attribute by code or by a slug of any language. */
export function findValue(attribute: AttributeNode, name: string): ValueNode | undefined {
  return (
    attribute.values.find(({ code }) => code === name) ??
    attribute.values.find(({ slug }) => Object.values(slug).includes(name))
  );
}

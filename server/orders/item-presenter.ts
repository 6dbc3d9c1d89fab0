/** A line of an order as calls answer it: its variant, price and stock of today. */
import type { Prices } from '#contract/catalogue.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { onlyCollectedAt } from '#domain/orders/delivery-plans.ts';
import { priceWithoutTax, unitPrice } from '#domain/money/price.ts';
import { presentTiers } from '#domain/money/tier-prices.ts';
import { packPictures } from '#server/catalogue/product-store.ts';
import { planLines } from './order-shipments.ts';
import { availabilityOf, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import type { ItemRow, OrderRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { OrderView } from './order-to-present.ts';

function presentPrices(fact: VariantFacts): Prices {
  const price = fact.price ?? 0;
  const net = (amount: number) => priceWithoutTax(amount, fact.tax_rate);
  return {
    price,
    priceWithoutTax: net(price),
    originalPrices: fact.original_price === null ? [] : [fact.original_price],
    originalPricesWithoutTax: fact.original_price === null ? [] : [net(fact.original_price)],
    discountPercentages: fact.percent === null ? [] : [fact.percent],
    ...(fact.lowest_30d === null ? {} : { lowestPriceBeforeDiscount: fact.lowest_30d }),
  };
}

export function presentVariant(fact: VariantFacts, locale: string): OrderItem['variant'] {
  const prices = presentPrices(fact);
  const { net_amount: net, net_unit: unit } = fact;
  const content = net === null || unit === null ? null : { amount: net, unit };
  const taxons = fact.taxon_path.map(({ code }) => code);
  const perUnit = content && unitPrice(prices.price, content, taxons, fact.tax_rate);
  const main = fact.taxon_path.at(-1);
  const ofPack = packPictures(fact.code, fact.pack_shot, fact.images);
  return {
    code: fact.code,
    name: textIn(fact.variant_name, locale),
    tracked: fact.tracked,
    inStock: !fact.tracked || fact.stock > 0,
    stock: fact.tracked ? fact.stock : null,
    prices,
    ...presentTiers(prices.price, fact.tiers, fact.tax_rate),
    optionValues: [],
    weight: fact.weight,
    ...(content ? { netContent: content } : {}),
    ...(perUnit ? { unitPrice: perUnit } : {}),
    ...(fact.ean === null ? {} : { ean: fact.ean }),
    ...(ofPack
      ? {
          images: ofPack.map((image, at) => ({
            ...image,
            id: at + 1,
            alt: textIn(fact.product_name, locale),
          })),
        }
      : {}),
    product: {
      id: fact.product_id,
      code: fact.product_code,
      slug: textIn(fact.product_slug, locale),
      name: textIn(fact.product_name, locale),
      images: fact.images.map((image, index) => ({
        id: index + 1,
        path: image.path,
        type: image.type,
        alt: textIn(image.alt, locale),
      })),
      isChemical: fact.is_chemical,
      ...(fact.professional_use ? { professionalUse: true } : {}),
      productTaxons: fact.taxon_path.map((taxon) => ({
        taxon: { code: taxon.code, name: textIn(taxon.name, locale) },
      })),
      ...(main
        ? {
            mainTaxon: {
              id: main.id,
              code: main.code,
              slug: textIn(main.slug, locale),
              name: textIn(main.name, locale),
            },
          }
        : {}),
    },
  };
}

function stockOfLine(item: ItemRow, fact: VariantFacts, live: boolean): OrderItem['availability'] {
  if (!live) return { status: 'ok' };
  if (!fact.enabled || fact.price === null) return { status: 'unavailable', available: 0 };
  if (!fact.tracked) return { status: 'ok' };
  const status = fact.stock >= item.quantity ? 'ok' : fact.stock > 0 ? 'insufficient' : 'unavailable';
  return { status, available: fact.stock };
}

/** Places of collection of each line of a cart that cannot be sent, by line id. */
export function collectedLines({
  order,
  items,
  facts,
  warehouses,
}: OrderView): Map<number, NonNullable<OrderItem['collectAt']>> {
  if (order.state !== 'cart') return new Map();
  const lines = planLines(
    items.filter((item) => item.deleted_at === null),
    facts,
  );
  const available = availabilityOf(facts.values());
  return new Map(
    lines.flatMap((line) => {
      const places = onlyCollectedAt(line, lines, warehouses, available);
      return places.length === 0
        ? []
        : [[line.itemId, places.map(({ code, city }) => ({ code, city }))] as const];
    }),
  );
}

/** Places of collection of one piece that may come into the cart, beside these lines; none where it can be sent. */
export function collectedBeside(
  fact: VariantFacts,
  items: readonly ItemRow[],
  { facts, warehouses }: Pick<OrderView, 'facts' | 'warehouses'>,
): Pick<OrderItem, 'collectAt'> {
  const { code: variantCode, is_chemical: chemical, tracked, weight } = fact;
  const line = { itemId: 0, variantCode, quantity: 1, chemical, tracked, weight };
  const available = availabilityOf([...facts.values(), fact]);
  const places = onlyCollectedAt(line, [...planLines(items, facts), line], warehouses, available);
  return places.length === 0 ? {} : { collectAt: places.map(({ code, city }) => ({ code, city })) };
}

export function presentItem(
  item: ItemRow,
  fact: VariantFacts,
  order: OrderRow,
  locale: string,
  collectAt: OrderItem['collectAt'],
): OrderItem {
  const variantName = textIn(item.variant_name, locale);
  return {
    id: item.id,
    productName: textIn(item.product_name, locale),
    ...(variantName ? { variantName } : {}),
    quantity: item.quantity,
    unitPrice: item.unit_price,
    unitPriceWithoutTax: priceWithoutTax(item.unit_price, item.tax_rate),
    originalUnitPrice: item.original_unit_price,
    discountedUnitPrice: item.discounted_unit_price,
    subtotal: item.subtotal,
    total: item.total,
    taxTotal: item.tax_total,
    taxRate: item.tax_rate,
    ...(item.marker === null ? {} : { marker: item.marker }),
    ...(item.gift_card === null ? {} : { giftCard: item.gift_card }),
    ...(item.bundle_code !== null && item.bundle_group !== null
      ? {
          bundle: {
            code: item.bundle_code,
            name: textIn(item.bundle_name, locale),
            groupId: item.bundle_group,
            quantity: item.bundle_quantity ?? 1,
            required: item.bundle_required ?? true,
          },
        }
      : {}),
    availability: stockOfLine(item, fact, order.state === 'cart'),
    collectOnly: item.collect_only,
    ...(collectAt ? { collectAt } : {}),
    variant: presentVariant(fact, locale),
  };
}

/** Fields of a feed by name: those that are read, those that are passed over, and those that nobody knows. */
import type { FeedItem } from './feed-item.ts';
import { optionCodes } from './option-words.ts';

/** Names of fields of which something is read, besides the id. */
export const readNames: ReadonlySet<string> = new Set([
  'item_group_id',
  'title',
  'description',
  'brand',
  'product_type',
  'gtin',
  'unit_pricing_measure',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'shipping_weight',
  'availability',
  'availability_date',
  'expiration_date',
  'quantity',
  'tier_prices',
  'sell_on_google_quantity',
  ...Object.keys(optionCodes),
]);

const pictureNames: ReadonlySet<string> = new Set([
  'image_link',
  'additional_image_link',
  'lifestyle_image_link',
]);

/** Names that Google, RSS and Atom know and that say nothing to this shop. */
const passedOver: ReadonlySet<string> = new Set(
  `id product_detail link mobile_link canonical_link condition shipping shipping_label shipping_length shipping_width shipping_height
   shipping_country ships_from_country min_handling_time max_handling_time transit_time_label free_shipping_threshold tax tax_category
   google_product_category mpn identifier_exists adult multipack is_bundle age certification energy_efficiency_class
   min_energy_efficiency_class max_energy_efficiency_class size_type size_system product_length product_width product_height
   product_weight product_highlight unit_pricing_base_measure installment subscription_cost loyalty_points loyalty_program
   promotion_id cost_of_goods_sold ads_redirect excluded_destination included_destination shopping_ads_excluded_country pause
   external_seller_id return_policy_label min_price maximum_retail_price auto_pricing_min_price structured_title
   structured_description short_title virtual_model_link video_link pickup_method pickup_sla store_code custom_label_0
   custom_label_1 custom_label_2 custom_label_3 custom_label_4 guid pubdate author category comments source enclosure updated
   published summary content rights contributor`.split(/\s+/),
);

/** So many names are told at most, each cut: a broken file may have a column for every word. */
const mostTold = 12;
const told = (name: string): string => name.replaceAll(/[\s\p{C}]+/gu, ' ').slice(0, 40);

/** What of a whole file was not read, said once and not for each item. */
export class UnreadColumns {
  readonly #unknown = new Set<string>();
  #hasPictures = false;

  see({ fields }: FeedItem): void {
    for (const name of fields.keys()) {
      if (pictureNames.has(name)) this.#hasPictures = true;
      else if (!readNames.has(name) && !passedOver.has(name)) this.#unknown.add(told(name));
    }
  }

  /** Sentences for whoever sent the file. */
  told(): string[] {
    const names = [...this.#unknown];
    const more = names.length - mostTold;
    return [
      ...(names.length > 0
        ? [
            `Not read, as there is no such field: ${names.slice(0, mostTold).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
          ]
        : []),
      ...(this.#hasPictures
        ? ['Pictures (image_link) are not read: the shop draws a pack for each of the goods.']
        : []),
    ];
  }
}

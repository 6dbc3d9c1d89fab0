/** Google's product data specification (https://support.google.com/merchants/answer/7052112), as far as the feed uses it. */
interface Rule {
  form: RegExp;
  most?: number;
  /** May stand more than once. */
  many?: boolean;
}
const price = /^\d{1,7}\.\d{2} [A-Z]{3}$/;
const rules: Record<string, Rule> = {
  id: { form: /^[\w.-]+$/, most: 50 },
  item_group_id: { form: /^[\w.-]+$/, most: 50 },
  title: { form: /\S/, most: 150 },
  description: { form: /^[^<>]*$|\S/, most: 5000 },
  link: { form: /^https?:\/\/\S+$/, most: 2000 },
  image_link: { form: /^https?:\/\/\S+$/, most: 2000 },
  additional_image_link: { form: /^https?:\/\/\S+$/, most: 2000, many: true },
  availability: { form: /^(in_stock|out_of_stock|preorder|backorder)$/ },
  condition: { form: /^(new|refurbished|used)$/ },
  price: { form: price },
  sale_price: { form: price },
  sale_price_effective_date: { form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  brand: { form: /\S/, most: 70 },
  gtin: { form: /^(\d{8}|\d{12,14})$/ },
  identifier_exists: { form: /^(yes|no)$/ },
  color: { form: /\S/, most: 100 },
  size: { form: /\S/, most: 100 },
  material: { form: /\S/, most: 200 },
  pattern: { form: /\S/, most: 100 },
  age_group: { form: /^(newborn|infant|toddler|kids|adult)$/ },
  gender: { form: /^(male|female|unisex)$/ },
  product_type: { form: /^[^>]+( > [^>]+)*$/, most: 750 },
  unit_pricing_measure: {
    form: /^\d+(\.\d+)? ?(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)$/,
  },
  unit_pricing_base_measure: {
    form: /^\d+ ?(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)$/,
  },
  shipping_weight: { form: /^\d+(\.\d+)? (lb|oz|g|kg)$/ },
  shipping: { form: /^$/, many: true },
  'shipping.country': { form: /^[A-Z]{2}$/, many: true },
  'shipping.service': { form: /\S/, most: 100, many: true },
  'shipping.price': { form: price, many: true },
};
const required = ['id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'condition'];
/** Units that one amount may be given in and compared by. */
const families = [['mg', 'g', 'kg'], ['ml', 'cl', 'l', 'cbm'], ['cm', 'm'], ['sqm'], ['ct']];

/** GS1: the last digit checks the others. */
function isGtin(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

export type FeedItem = Record<string, string[]>;

/** What the specification does not allow of an item; empty = valid. */
export function feedMistakes(item: FeedItem): string[] {
  const mistakes = required.filter((name) => !item[name]).map((name) => `no ${name}`);
  for (const [name, values] of Object.entries(item)) {
    const rule = rules[name];
    if (!rule) {
      mistakes.push(`unknown attribute ${name}`);
      continue;
    }
    if (values.length > 1 && !rule.many) mistakes.push(`${name} twice`);
    for (const value of values) {
      if (!rule.form.test(value)) mistakes.push(`${name}: ${value}`);
      if (rule.most !== undefined && Array.from(value).length > rule.most)
        mistakes.push(`${name} is too long`);
    }
  }
  const gtin = item['gtin']?.[0];
  if (gtin !== undefined && !isGtin(gtin)) mistakes.push(`gtin ${gtin} has a wrong check digit`);
  // Google: "no restricted GTINs", those that begin with 2, 02 or 04.
  if (gtin !== undefined && /^(?:0{0,2}2|04)/.test(gtin))
    mistakes.push(`gtin ${gtin} is a shop's own number`);
  if (gtin === undefined && !item['brand'] && item['identifier_exists']?.[0] !== 'no')
    mistakes.push('no identifier');
  const cents = (name: string) => Number.parseFloat(item[name]?.[0] ?? 'NaN');
  if (item['sale_price'] && !(cents('sale_price') < cents('price')))
    mistakes.push('the sale price is not lower');
  const unit = (name: string) => / ?([a-z]+)$/.exec(item[name]?.[0] ?? '')?.[1];
  const [measure, base] = [unit('unit_pricing_measure'), unit('unit_pricing_base_measure')];
  if (
    measure !== base &&
    !families.some((family) => family.includes(measure ?? '') && family.includes(base ?? ''))
  )
    mistakes.push(`${String(measure)} is not measured in ${String(base)}`);
  return mistakes;
}

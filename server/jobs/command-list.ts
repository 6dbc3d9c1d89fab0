/** What the keeper may say to `npm run shop --` (contract 4.15), and what each of it does. */
const commands: readonly (readonly [say: string, does: string])[] = [
  [
    'orders [--state WORD] [--since DAY] [--email ADDRESS]',
    'the latest orders, or those that are asked for; WORD as in the list: paid, ready, cancelled ...',
  ],
  ['order NUMBER', 'what is in it, who bought it, where it goes'],
  [
    'order NUMBER mark-paid|complete|cancel|returned|refund',
    'complete: paid and handed over; returned: what was sent unpaid has come back; refund: the money of a cancelled order, what came a second time or in another amount was sent back',
  ],
  [
    'order NUMBER ship [--parcel N] [--tracking NUMBER] [--tracking-url URL] [--unpaid]',
    'all that stands ready, or parcel N of the list in order NUMBER; --unpaid: before it is paid',
  ],
  ['goods [TEXT|CODE]', 'what is sold: prices, pieces in each warehouse, restrictions'],
  ['categories', 'their codes, as discounts and promotions take them'],
  ['warehouses', 'their codes'],
  [
    'warehouse add CODE --name TEXT --city TEXT --street TEXT --house N --post-code CODE [--phone NUMBER] [--main] [--ships] [--collection] [--chemicals]',
    'a place from where goods are sent or where they are handed out',
  ],
  ['warehouse set CODE [OPTION ...]', 'the options of add, --no-ships and the like; what is not said stays'],
  ['warehouse off CODE', 'nothing is sold from there any more'],
  ['delivery', 'what each way of delivery and of giving back costs, by channel'],
  [
    'delivery set CODE [--price 4.99] [--free-from 60|never] [--on|--off] [--channel CODE]',
    'EUR with VAT, for a parcel; free from that sum of goods; what is not said stays',
  ],
  [
    'set-stock VARIANT WAREHOUSE PIECES',
    'how many lie there, those that are paid for and have not left among them',
  ],
  ['import FILE', 'a product feed (Google Merchant XML or a table)'],
  ['promotions', 'promotions of the cart, promo codes and discounts of the catalogue'],
  [
    'promotion add CODE --off 10%|5.00|delivery [--with-freight] [--coupon CODE] [--minimum 30.00] [--from-pieces N] [--category CODE|--variant CODE] [--first] [--limit N] [--per-customer N] [--from DAY] [--until DAY] [--channel CODE] [--name TEXT] [--name-lt|-en|-et|-ru TEXT]',
    'what the cart takes off, by itself or for a code; 5.00 of the whole, or of each piece where goods are named; from so many pieces, of these goods where they are named; --name is what shoppers read, --name-en in their language',
  ],
  ['promotion end CODE', 'of a promotion or of a promo code'],
  [
    'gift-card add AMOUNT [--code CODE] [--until DAY] [--channel CODE]',
    'a card of so much money; prints its code',
  ],
  ['gift-card CODE', 'what is left on it, and what it paid for'],
  ['gift-card on|off CODE', 'pays again, or for nothing more'],
  ['gift-card sell on|off [--channel CODE]', 'whether buyers can buy gift cards'],
  ['gifts', 'what a cart may choose from a sum of goods on, by channel'],
  [
    'gift set VARIANT --from 50.00 [--until DAY] [--channel CODE]',
    'one piece of it for a cart of so much, EUR with VAT, in place of what was said before',
  ],
  ['gift off VARIANT [--channel CODE]', 'given no more'],
  ['points EMAIL', 'loyalty points of a member, and what happened last'],
  [
    'points EMAIL add|take N REASON [--key TEXT]',
    'puts them right; the member reads the reason; with a key the same correction counts once',
  ],
  [
    'discount add CODE --off 15% --until DAY --category CODE|--variant CODE|--all [--channel CODE] [--name TEXT] [--name-lt|-en|-et|-ru TEXT]',
    'reduces prices from now on',
  ],
  ['discount end CODE', 'puts the prices back'],
  [
    'tier-price set VARIANT --from 10=14.50 [--from 40:pallet=13.90] [--channel CODE]',
    'what each piece costs from so many on, EUR with VAT, in place of what was said before; N:carton, N:pallet: what so many come as',
  ],
  ['tier-price off VARIANT [--channel CODE]', 'each costs the same, however many'],
  ['intent CODE|FILE|-', 'an order that came as text; a text read twice orders once'],
  [
    'restrict CODE trade|professional|chemical on|off',
    'goods for proven trade only, sold with a certificate, or only collected',
  ],
  ['trade-proof EMAIL [STATEMENT]', 'may buy restricted fertiliser for a year; what was shown'],
  ['certificate EMAIL NUMBER DAY HOLDER', 'seen and accepted until that day: the account may pay by invoice'],
  ['certificate EMAIL off', 'no certificate any more'],
  ['worker on|off', "lets browsers keep the shop's service worker, or drop it"],
  ['set-seller CHANNEL FILE', 'the company on pages, papers and in mails, as JSON'],
  ['order-mail CHANNEL ADDRESS|off', 'who is told of each new order by mail'],
  ['reviews', 'those that wait to be decided'],
  ['accept-review ID', ''],
  ['reject-review ID', ''],
  [
    'impersonate EMAIL [NAME [CHANNEL]]',
    'an address that acts for a customer for half an hour; NAME is who does',
  ],
  ['run-due', 'expired carts and orders, letters about carts, waiting mails'],
  ['help', 'this list'],
];

const widest = 38;
const lineOf = ([say, does]: readonly [string, string]): string =>
  does === ''
    ? `  ${say}`
    : say.length > widest
      ? `  ${say}\n  ${' '.repeat(widest)}    ${does}`
      : `  ${say.padEnd(widest)}    ${does}`;

export const usage = `Usage: npm run shop -- COMMAND\n${commands.map(lineOf).join('\n')}`;

/** How a command is said, for whoever said it wrongly; everything for one that is not there. */
export function usageOf(name: string): string {
  const meant = commands.filter(([say]) => say.split(' ')[0] === name);
  return meant.length === 0
    ? `${name === '' ? '' : `There is no command ${name}.\n`}${usage}`
    : `Usage: npm run shop --\n${meant.map(lineOf).join('\n')}`;
}

/** Asking for the list is no mistake: it is answered on standard output. */
export const asksForHelp = (words: readonly string[]): boolean =>
  words.length === 1 && ['help', '--help', '-h'].includes(words[0] ?? '');

/** As they are said, for the test that compares them with the contract. */
export const sayings: readonly string[] = commands.map(([say]) => say);

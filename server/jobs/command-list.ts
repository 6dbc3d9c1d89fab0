/** What the keeper may say to `npm run shop --` (contract 4.15). */
export const usage = `Usage: npm run shop -- COMMAND
  orders                                    the latest orders with their tokens
  order TOKEN mark-paid|ship|complete|cancel|refund
  set-stock VARIANT WAREHOUSE PIECES
  import FILE                               a product feed (Google Merchant XML or a table)
  intent CODE|FILE|-                        an order that came as text; a text read twice orders once
  trade-proof EMAIL STATEMENT               the account may buy restricted fertiliser for a year
  worker on|off                             lets browsers keep the shop's service worker, or drop it
  set-seller CHANNEL FILE                   the company on papers and in mails, as JSON
  accept-review ID | reject-review ID
  impersonate EMAIL [NAME [CHANNEL]]        an address that acts for a customer for half an hour; NAME is who does
  run-due                                   expired carts and orders, waiting mails
  help                                      this list`;

/** Asking for the list is no mistake: it is answered on standard output. */
export const asksForHelp = (words: readonly string[]): boolean =>
  words.length === 1 && ['help', '--help', '-h'].includes(words[0] ?? '');

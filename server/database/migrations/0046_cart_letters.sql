-- Letters about carts that were left (contract 5.9).
-- Where the shop was used, for the link of a letter that no request causes; null: a cart of before this.
alter table "order" add column origin text;
-- When its link was opened (CART-17): no letter goes about it any more.
alter table "order" add column recovered_at timestamptz;
create index order_left on "order" (updated_at)
  where state = 'cart' and recovered_at is null and (email is not null or customer_id is not null);
-- Whether the words that were agreed to named letters about a cart. Those of before this did not.
alter table newsletter_subscriber add column covers_carts boolean not null default false;

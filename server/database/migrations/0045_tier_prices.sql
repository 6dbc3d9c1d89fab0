-- Prices of a piece from so many pieces on, by variant and channel (contract 5.4): cents, with tax. One that is not below
-- the price of a single piece has no effect: a reduction may have gone below it.
create table tier_price (
  variant_id integer not null references product_variant on delete cascade,
  channel_id integer not null references channel,
  quantity integer not null check (quantity between 2 and 9999),
  -- What so many pieces come as.
  pack text check (pack in ('carton', 'pallet')),
  price integer not null check (price > 0),
  primary key (variant_id, channel_id, quantity)
);
create trigger tier_price_bumps_version after insert or update or delete or truncate on tier_price
  for each statement execute function bump_catalogue_version();

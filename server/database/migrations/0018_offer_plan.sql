-- What a feed says of a variant for moments to come: a reduction with its span, when it can be had, until when it is
-- offered. What is in force now stands in channel_price, stock and product_variant; at next_at it is put there.
create table offer_plan (
  variant_id integer primary key references product_variant on delete cascade,
  -- Cents with tax: before the reduction, and reduced.
  price integer check (price > 0),
  sale_price integer check (sale_price > 0 and sale_price < price),
  sale_from timestamptz,
  sale_until timestamptz,
  available_from timestamptz,
  -- Pieces that there are from then on; null: they are not counted.
  quantity integer check (quantity >= 0),
  expires_at timestamptz,
  -- Null: nothing more will change by itself.
  next_at timestamptz
);
create index offer_plan_next on offer_plan (next_at) where next_at is not null;

-- What a product feed last said of each variant: an unchanged row is told by its hash and costs nothing.
create table feed_row (
  variant_code shop_code primary key,
  hash text not null,
  at timestamptz not null default now()
);

-- Who may write a review: a link per bought product is mailed once the order is with its buyer (contract REV-03).

create table review_link (
  -- SHA-256 of the token; the token itself stands only in the letter.
  hash bytea primary key,
  product_id integer not null references product on delete cascade,
  order_id integer not null references "order" on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, product_id)
);

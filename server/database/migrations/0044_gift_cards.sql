-- Gift cards on a cart and on the order that it became (contract 5.5). Amounts in cents.
create table order_gift_card (
  order_id integer not null references "order" on delete cascade,
  card_id integer not null references gift_card,
  -- In the order in which they were added.
  position integer not null,
  -- So much of it is used.
  amount integer not null default 0 check (amount >= 0),
  -- What the card had after the order was placed; null: a cart.
  balance_left integer,
  -- Given back by a cancellation.
  returned boolean not null default false,
  primary key (order_id, card_id)
);
create index order_gift_card_by_card on order_gift_card (card_id);

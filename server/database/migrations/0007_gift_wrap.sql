-- Contract CART-14: the wrap is chosen per cart; its price is the channel's of the day and stands in the totals.
alter table "order"
  add column gift_wrap boolean not null default false,
  -- What the card says; for whoever packs.
  add column gift_wrap_message text check (length(gift_wrap_message) <= 250);

-- Contract CHK-19: which order a key became. Records of answers are forgotten after 400 days, this never: a phone may
-- lie in a drawer with a waiting order.
create table order_intent (
  key text primary key check (length(key) between 22 and 64),
  order_id integer not null unique references "order",
  -- When the buyer agreed, by the clock of the device.
  agreed_at timestamptz not null,
  created_at timestamptz not null default now()
);

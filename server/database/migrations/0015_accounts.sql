-- What a sign-up leaves open until its e-mail is confirmed (contract ACC-05, 5.9), and what an account takes over then.

-- The box for the shop's letters was ticked at sign-up: it counts when the address is known to be the owner's.
alter table customer add column newsletter_wanted boolean not null default false;
-- The guest's cart that was on the device at sign-up.
alter table customer add column sign_up_order_id integer references "order" on delete set null;
create index customer_sign_up_order on customer (sign_up_order_id) where sign_up_order_id is not null;

-- Bought as a guest and taken into an account later: who knows its token still reads it (contract 1.11).
alter table "order" add column placed_as_guest boolean not null default false;

-- Whether the buyer of a cart has bought before, as its last recalculation found it: what is missing to a gift is counted with it where
-- the cart is only shown.
alter table "order" add column first_purchase boolean not null default false;

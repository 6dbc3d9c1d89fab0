-- Loyalty points that the order takes off its goods; of a cart those that its buyer wants to use (contract 5.3).
alter table "order" add column points integer not null default 0 check (points >= 0);
-- An order spends, gives back and earns once each.
create unique index loyalty_entry_once on loyalty_entry (order_id, reason) where order_id is not null;

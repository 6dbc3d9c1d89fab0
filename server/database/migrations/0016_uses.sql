-- A promotion may be given a number of uses (contract 5.2); null: as often as it fits. A use is an order that it took
-- something off; a cancelled order gives its use back.
alter table cart_promotion add column usage_limit integer check (usage_limit >= 0);

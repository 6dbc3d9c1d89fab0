-- The price that the retailer calls the usual one. A reduction is counted from the lowest price of the 30 days before it
-- (Directive 98/6/EC, Article 6a), which is original_price; where the two are one, this is null.
alter table channel_price add column list_price integer check (list_price > 0);

-- A repeat of a command is looked for under every name of the cart (contract 1.8).
create index order_alias_order on order_alias (order_id);

-- What an order holds is written with it, so that paying and cancelling move just that, whatever the catalogue says of
-- counting by then. Null: placed before; its variants that are counted today are meant.
alter table shipment add column held jsonb;

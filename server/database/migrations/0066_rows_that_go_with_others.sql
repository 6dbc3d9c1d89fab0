-- A line, a parcel, a cart or an account that goes takes with it the rows that name it: found by an index, and not by reading a
-- whole table for each.
create index adjustment_item on adjustment (item_id) where item_id is not null;
create index adjustment_shipment on adjustment (shipment_id) where shipment_id is not null;
create index payment_request_payment on payment_request (payment_id);
create index mail_outbox_order on mail_outbox (order_id) where order_id is not null;
create index order_alias_customer on order_alias (customer_id);

-- Pieces that are paid for and have not left are counted with the stock: they lie on the shelf until the parcel is sent.
create index shipment_ready on shipment (order_id) where state = 'ready';

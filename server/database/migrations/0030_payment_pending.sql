-- When the buyer came back from a gateway that had not decided yet: until it does, nobody is invited to pay again.
alter table payment_request add column pending_at timestamptz;
create index payment_request_order on payment_request (order_id);

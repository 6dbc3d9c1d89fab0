-- A way of delivery is offered by each channel apart; what it cost there stays known while it is off.
alter table shipping_method_price add column enabled boolean not null default true;

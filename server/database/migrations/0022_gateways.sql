-- Gateways that buyers can be sent to. The sandbox bank believes whoever presses its buttons: unless a setting says so
-- (`always`), it is there only while the shop sells the demo goods, with which nobody pays.
create table payment_gateway (
  code text primary key,
  always boolean not null default false
);
insert into payment_gateway (code) values ('sandbox');
create index product_demo on product (id) where source = 'seed' and enabled;
create view open_gateway as
  select code from payment_gateway
  where always or exists (select 1 from product where source = 'seed' and enabled);

-- A shopkeeper who acts for a customer (contract 4.13): whose sign-in it is, and who placed an order.
alter table customer_session add column actor text;
alter table "order" add column placed_by text;

-- The buyer wants the delivery address in their book (contract CHK-09): it goes there when the order is placed (3.1).
alter table "order" add column save_address boolean not null default false;

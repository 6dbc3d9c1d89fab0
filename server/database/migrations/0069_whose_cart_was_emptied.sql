-- Whose cart it was: nobody else begins one with its token, which its owner's devices would take for theirs.
alter table emptied_cart add column customer_id integer references customer on delete cascade;
create index emptied_cart_customer on emptied_cart (customer_id) where customer_id is not null;

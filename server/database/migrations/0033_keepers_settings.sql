-- Who is told of each new order; null: nobody.
alter table channel add column order_mail text;
-- What goes on pallets is left out of free delivery unless its keeper says otherwise.
alter table shipping_method add column freight boolean not null default false;
update shipping_method set freight = true where code = 'COURIER_PALLET';
-- Terms of what cannot be had yet: nothing leads there.
update page set page_group = 'planned' where code in ('gift-cards', 'loyalty-terms');

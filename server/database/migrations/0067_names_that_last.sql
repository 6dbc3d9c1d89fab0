-- Another name of a cart holds as long as the cart: what waits on a device under it has no age.
alter table order_alias drop column expires_at;

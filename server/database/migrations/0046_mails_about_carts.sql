-- Whether an address has had a letter about a cart, or one waits for it, is asked for every cart that is due.
create index mail_outbox_cart_left on mail_outbox (lower(recipient)) where kind = 'cart_left';

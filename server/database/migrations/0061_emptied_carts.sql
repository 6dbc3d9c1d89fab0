-- Tokens of carts that were emptied (CART-18). A device that holds a copy of such a cart is told so: it took the cart for expired
-- else, and made it anew.
create table emptied_cart (
  token text primary key,
  expires_at timestamptz not null
);
create index emptied_cart_expiry on emptied_cart (expires_at);

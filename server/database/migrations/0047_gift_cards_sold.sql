-- Gift cards that are bought (contract 5.5). Its product is one that no list shows: it has a page of its own.
alter table product drop constraint product_type_check;
alter table product add constraint product_type_check check (type in ('simple', 'bundle', 'gift_card'));
-- What the buyer said of a line of gift cards: {amount, recipientName, recipientEmail, senderName?, message?}, amount in cents.
alter table order_item add column gift_card jsonb;
-- The piece of which line the card is: each is issued once, however often it is tried.
alter table gift_card add column sold_item integer references order_item on delete set null;
alter table gift_card add column sold_piece integer;
create unique index gift_card_of_piece on gift_card (sold_item, sold_piece);

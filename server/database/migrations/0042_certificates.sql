-- The certificate of plant protection that the buyer gave for goods of professional use: {number, holder, validUntil}.
alter table "order" add column certificate jsonb;

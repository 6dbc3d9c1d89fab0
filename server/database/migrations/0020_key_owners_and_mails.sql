-- Whose call a stored answer was (contract 1.8): it is told to nobody else. Null: a guest's, or older than this column.
alter table idempotency_key add column customer_id integer;
-- How many letters went to one address lately (contract 1.13).
create index mail_outbox_sent on mail_outbox (lower(recipient), sent_at) where sent_at is not null;

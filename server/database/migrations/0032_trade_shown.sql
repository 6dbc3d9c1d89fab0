-- What a buyer of restricted fertiliser had shown of their trade when they ordered it (Regulation (EU) 2019/1148, Article 8):
-- stays with the order when the account is gone.
alter table "order" add column trade_proof jsonb;
create index order_trade_proof on "order" (checkout_completed_at) where trade_proof is not null;

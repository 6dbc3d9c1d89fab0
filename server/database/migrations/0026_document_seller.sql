-- A paper names for ever who sold when it was issued. Null: issued before; the channel's seller of today is meant.
alter table document add column seller jsonb;

-- The group that a feed puts a variant into, where the product goes by another code: it came before it had a group.
alter table feed_row add column group_code text;
create index feed_row_group on feed_row (group_code) where group_code is not null;

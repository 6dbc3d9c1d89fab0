-- Pieces of a variant that orders need and that were not found when they were counted: they do not come back with an order that is
-- cancelled. Noted with the main warehouse, for the count is one for all.
alter table stock add column missing integer not null default 0 check (missing >= 0);

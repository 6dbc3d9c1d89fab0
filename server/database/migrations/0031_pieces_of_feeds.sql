-- How many pieces a feed last said that there are: only another number changes the stock, for what was sold since then
-- is known to the shop and not to the feed.
alter table feed_row add column pieces int;

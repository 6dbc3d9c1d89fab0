-- Points end some months after they were earned (contract 5.3): found by their day.
create index loyalty_entry_created on loyalty_entry (created_at) where points > 0;

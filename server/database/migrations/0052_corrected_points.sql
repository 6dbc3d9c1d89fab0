-- Points that the keeper adds or takes (contract 5.3): the words that the member reads, and the key by which a command that is
-- given twice counts once.
alter table loyalty_entry add column note text, add column key text;
create unique index loyalty_entry_key on loyalty_entry (membership_id, key) where key is not null;

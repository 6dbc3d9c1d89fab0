-- When somebody has shown the link of a letter and the account's password together: that its e-mail is theirs who signs in. Before
-- accounts could be begun by strangers the link alone was taken for both.
alter table customer add column proven_at timestamptz;
update customer set proven_at = verified_at;

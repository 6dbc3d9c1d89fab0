-- Somebody signed up with the e-mail of an account that nobody has confirmed, and with another password: whose it is, only a new
-- password by a mailed link says.
alter table customer add column begun_twice boolean not null default false;

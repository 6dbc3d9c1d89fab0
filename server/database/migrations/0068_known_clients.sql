-- Clients that have signed in to an account, by a keyed hash of their network: a stranger's wrong passwords do not keep them out.
create table known_client (
  customer_id integer not null references customer on delete cascade,
  client bytea not null,
  signed_in_at timestamptz not null,
  primary key (customer_id, client)
);
create index known_client_signed_in on known_client (signed_in_at);

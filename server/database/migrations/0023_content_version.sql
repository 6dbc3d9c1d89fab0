-- One number for the state of the content, as the catalogue has one: a process that missed a notice sees by it that
-- what it keeps is old.
create table content_version (
  id boolean primary key default true check (id),
  version bigint not null
);
insert into content_version (version) values (1);

create or replace function notify_content() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1;
  perform pg_notify('content', '');
  return null;
end $$;

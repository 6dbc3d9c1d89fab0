-- Whether browsers may keep the shop's service worker: one answer for all processes of the shop, whatever their folders.
create table worker_policy (
  id boolean primary key default true check (id),
  worker text not null check (worker in ('on', 'off'))
);
insert into worker_policy (worker) values ('on');

create function notify_worker_policy() returns trigger language plpgsql as $$
begin
  perform pg_notify('worker_policy', '');
  return null;
end $$;
create trigger worker_policy_notifies after update on worker_policy
  for each statement execute function notify_worker_policy();

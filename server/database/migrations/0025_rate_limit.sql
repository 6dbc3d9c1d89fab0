-- Tries that are counted for the whole shop (server/http/shared-limit.ts). Losing them in a crash gives a few tries back: unlogged.
create unlogged table rate_limit (
  key text primary key,
  full_at double precision not null
);

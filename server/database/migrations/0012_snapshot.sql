-- What devices that keep the catalogue have been told (contract CAT-14). A row per product, channel and language says in
-- which edition its content changed last, so that a device asks for changes alone, also after a restart of the shop.

create table snapshot_edition (
  channel text not null,
  locale text not null,
  -- Drawn once: a cursor of another database is not taken for one of this.
  lineage text not null,
  edition integer not null,
  -- Hash of the dictionaries and the edition that they are of.
  dictionaries text not null,
  dictionaries_edition integer not null,
  primary key (channel, locale)
);

create table snapshot_row (
  channel text not null,
  locale text not null,
  product_id integer not null,
  hash text not null,
  edition integer not null,
  -- No longer sold in the channel: devices are told to forget it.
  gone boolean not null default false,
  primary key (channel, locale, product_id)
);

-- What people call things besides the name that the shop gives them: Latin, folk and brand-turned-common names. Only
-- search reads them (decision 17). By locale; `la` is read in every locale.
alter table taxon add column bynames jsonb;
alter table attribute_value add column bynames jsonb;

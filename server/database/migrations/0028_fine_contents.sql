-- Packets of fine seeds hold a twentieth of a gram; a tenth of a gram was the least that could be said of a kilogram.
alter table product_variant alter column net_amount type numeric(15, 7);

-- The prices that a catalogue discount holds down are looked for when it ends.
create index channel_price_promotion on channel_price (promotion) where promotion is not null;

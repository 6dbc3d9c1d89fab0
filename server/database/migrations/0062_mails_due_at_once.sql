-- The process asks for mails that are due by its own clock, in whole milliseconds: one that was queued within the same millisecond is due.
alter table mail_outbox alter column next_at set default date_trunc('milliseconds', now());

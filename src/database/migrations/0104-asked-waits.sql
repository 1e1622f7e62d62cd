-- What its author asked it to wait for, whatever it still waits for, and who had it sent without waiting any longer.
alter table followup.followup add column asked_wait jsonb, add column sent_now jsonb;

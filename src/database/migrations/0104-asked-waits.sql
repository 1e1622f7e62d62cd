-- What its author asked it to wait for, whatever it still waits for.
alter table followup.followup add column asked_wait jsonb;

-- In direct messages, the thread of their own message in which its author wrote it: there they are told what becomes of it.
alter table followup.followup add column written_in_ts text;

-- Whoever sent it wants its result in its thread, and not in the channel as well.
alter table followup.followup add column is_thread_only boolean not null default false;

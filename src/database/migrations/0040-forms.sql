-- Whoever sent it wants its result in its thread, and not in the channel as well.
alter table followup.followup add column is_thread_only boolean not null default false;
-- A form offers people's own latest jobs, wherever they are.
create index followup_of_requester on followup.followup (team_id, requester_id, written_at_ms);

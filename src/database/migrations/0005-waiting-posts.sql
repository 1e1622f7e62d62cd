-- A message not tried yet is late only some time after it was added.
alter table followup.post add column added_at_ms bigint not null default 0;

-- Messages in flight are looked up with every reply and every minute, among all that were ever posted.
create index post_waiting on followup.post (team_id, channel_id) where state in ('pending', 'posting');
-- The latest of a job, for its status.
create index followup_of_job on followup.followup (project_id, job_id, written_at_ms);

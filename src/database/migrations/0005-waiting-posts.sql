-- A message that nobody has tried yet is late only some time after it was added.
alter table followup.post add column added_at_ms bigint not null default 0;

-- What is on its way is asked for with every reply and every minute, among all that was ever posted.
create index post_waiting on followup.post (team_id, channel_id) where state in ('pending', 'posting');
-- The latest of a job, for its status.
create index followup_of_job on followup.followup (project_id, job_id, written_at_ms);

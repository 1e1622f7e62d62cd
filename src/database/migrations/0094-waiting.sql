-- What waits until its job is idle, or for a time: hardly ever many, and not in their jobs' lines.
create index followup_waiting on followup.followup (project_id, job_id) where state = 'waiting';

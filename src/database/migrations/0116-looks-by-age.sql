drop table followup.habit;
-- The latest ends in a repository tell how long work usually takes there.
create index followup_ends on followup.followup
  (project_id, left(progress #>> '{job,source,repository}', 500), ((progress ->> 'finishedAtMs')::numeric)) where state = 'finished';

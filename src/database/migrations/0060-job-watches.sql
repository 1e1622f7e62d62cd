-- Who wants to hear how a job's work ends: each is written to once, and forgotten.
create sequence followup.watch_number;

create table followup.watch (
  id text not null default 'w_' || nextval('followup.watch_number'),
  project_id text not null,
  job_id text not null,
  team_id text not null,
  user_id text not null,
  -- The job's thread in the channel where they asked.
  thread_url text,
  since_ms bigint not null,
  saw_work boolean not null,
  -- The end of its work as it was first seen: a link may still appear.
  ended jsonb,
  primary key (project_id, job_id, team_id, user_id)
);

create index watch_of_person on followup.watch (user_id);

-- What is written to them need not be about a follow-up.
alter table followup.post alter column followup_id drop not null;

-- A job of the agent service, as it was last seen. Its row is the lock under which follow-ups join and leave the job's line.
create table followup.job (
  project_id text not null,
  job_id text not null,
  record jsonb,
  seen_at_ms bigint,
  trouble jsonb,
  -- Only the newest scheduled look at the job is carried out.
  look_number integer not null default 0,
  look_at_ms bigint,
  primary key (project_id, job_id)
);

-- When an account on the agent service may be called again.
create table followup.project (
  project_id text primary key,
  sends_closed_until_ms bigint not null default 0,
  reads_closed_until_ms bigint not null default 0,
  refusals_in_a_row integer not null default 0
);

-- Every POST that was about to be made: the budget counts them, whatever became of them.
create table followup.send_attempt (
  project_id text not null,
  followup_id text not null,
  at_ms bigint not null
);
create index send_attempt_window on followup.send_attempt (project_id, at_ms);

create sequence followup.followup_number;

create table followup.followup (
  id text primary key default 'f_' || nextval('followup.followup_number'),
  project_id text not null,
  job_id text not null,
  team_id text not null,
  channel_id text not null,
  -- Null until the card of a command is posted.
  thread_ts text,
  -- The reply that holds the instruction; null when it came by command.
  reply_ts text,
  response_url text,
  requester_id text not null,
  prompt text not null,
  file_count integer not null,
  written_at_ms bigint not null,
  progress jsonb not null,
  version integer not null default 0,
  state text not null generated always as (progress ->> 'state') stored,
  -- The bot's marks on the reply; one that may or may not be there ends in a question mark.
  marks text[] not null default '{}'
);
create index followup_line on followup.followup (project_id, job_id, written_at_ms) where state in ('accepted', 'held', 'sending', 'watching');
create index followup_thread on followup.followup (team_id, channel_id, thread_ts);
create unique index followup_reply on followup.followup (team_id, channel_id, reply_ts);

-- A Slack thread bound to a job; its first message is the card.
create table followup.thread (
  team_id text not null,
  channel_id text not null,
  thread_ts text not null,
  project_id text not null,
  job_id text not null,
  last_check jsonb,
  primary key (team_id, channel_id, thread_ts)
);
create index thread_job on followup.thread (project_id, job_id);

-- What Slack delivered, so that a second delivery of the same thing is known.
create table followup.delivery (
  key text primary key,
  at_ms bigint not null
);
create index delivery_age on followup.delivery (at_ms);

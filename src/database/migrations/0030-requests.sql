-- Words whose author has yet to say which job they are for.
create table followup.draft (
  id text primary key default gen_random_uuid(),
  project_id text not null,
  team_id text not null,
  channel_id text not null,
  requester_id text not null,
  words text not null,
  -- The message that holds them, if they were not typed as a command.
  reply_ts text,
  file_count integer not null,
  written_at_ms bigint not null
);
create index draft_age on followup.draft (written_at_ms);

-- The job that something said to the bot outside a thread names: later instructions for it wait.
alter table followup.reply add column named_project_id text, add column named_job_id text;

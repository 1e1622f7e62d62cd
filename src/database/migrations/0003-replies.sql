-- A person's message in a thread, stored before Slack is told that it arrived. It is gone once it is known what it is.
create table followup.reply (
  team_id text not null,
  channel_id text not null,
  ts text not null,
  thread_ts text not null,
  user_id text not null,
  user_team_id text not null,
  text text not null,
  file_count integer not null,
  -- Later instructions for the same job wait until it is known whether this one may go.
  is_instruction boolean not null,
  written_at_ms bigint not null,
  received_at_ms bigint not null,
  last_try_ms bigint not null,
  primary key (team_id, channel_id, ts)
);

-- Who wants to hear nothing about a thread: they are not mentioned in it, and not written to about it.
create table followup.muted (
  team_id text not null,
  channel_id text not null,
  thread_ts text not null,
  user_id text not null,
  primary key (team_id, channel_id, thread_ts, user_id)
);

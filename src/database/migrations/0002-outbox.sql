-- Messages that are posted exactly once. The id names the operation, so that none can be asked for twice.
create table followup.post (
  id text primary key,
  team_id text not null,
  channel_id text not null,
  thread_ts text,
  followup_id text not null,
  message jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'posting', 'posted', 'buried')),
  message_ts text,
  -- Its place in the channel's pace, once it has asked for one.
  turn_at_ms bigint,
  first_try_ms bigint,
  last_try_ms bigint
);

-- The pace of one channel: the moment from which the next message may be posted.
create table followup.channel_pace (
  team_id text not null,
  channel_id text not null,
  next_post_at_ms bigint not null,
  primary key (team_id, channel_id)
);

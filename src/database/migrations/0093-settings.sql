-- What people chose for a channel or a thread. What nobody chose is as the operator has it.
create table followup.setting (
  team_id text not null,
  scope text not null check (scope in ('channel', 'thread')),
  -- The channel's id; for a thread, with `/` and its timestamp.
  place text not null,
  name text not null,
  -- Null: taken back.
  value text,
  chosen_by text not null,
  chosen_at_ms bigint not null,
  -- What held until then: for what was written before and is only looked at now.
  was text,
  primary key (team_id, scope, place, name)
);

-- Who wrote in a thread, whether or not it went to the agent, and which replies they know to go there.
create table followup.speaker (
  team_id text not null,
  channel_id text not null,
  thread_ts text not null,
  user_id text not null,
  since_ms bigint not null,
  told text check (told in ('always', 'mention')),
  primary key (team_id, channel_id, thread_ts, user_id)
);
create index speaker_told on followup.speaker (team_id, user_id) where told is not null;

-- What the channel had chosen when the instruction was given. Null: nothing.
alter table followup.followup add column results text;

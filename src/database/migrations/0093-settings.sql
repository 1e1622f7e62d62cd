-- What people chose for a channel or a thread. What nobody chose is as the operator has it.
create table followup.setting (
  team_id text not null,
  scope text not null check (scope in ('channel', 'thread')),
  -- The channel's id; for a thread, with `/` and its timestamp.
  place text not null,
  name text not null,
  value text not null,
  chosen_by text not null,
  chosen_at_ms bigint not null,
  primary key (team_id, scope, place, name)
);

-- Who wrote in a thread, whether or not it went to the agent.
create table followup.speaker (
  team_id text not null,
  channel_id text not null,
  thread_ts text not null,
  user_id text not null,
  primary key (team_id, channel_id, thread_ts, user_id)
);
create index speaker_person on followup.speaker (team_id, user_id);

-- What the channel had chosen when the instruction was given. Null: nothing.
alter table followup.followup add column results text;

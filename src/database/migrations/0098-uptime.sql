-- When a bot of a project last ran, and the last time for which none did, if that was long.
create table followup.uptime (
  project_id text primary key,
  alive_at_ms bigint not null,
  offline_from_ms bigint,
  offline_until_ms bigint
);

-- Results of more than a day in which none ran: each channel gets them in one message.
create table followup.digest (
  project_id text not null,
  team_id text not null,
  channel_id text not null,
  offline_until_ms bigint not null,
  offline_from_ms bigint not null,
  followup_ids text[] not null,
  -- Later ones are told on their own.
  said_at_ms bigint,
  primary key (project_id, team_id, channel_id, offline_until_ms)
);

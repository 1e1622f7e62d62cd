-- What a message of ours in Slack shows, so that it is edited only to show something else. Without a digest, nobody knows.
create table followup.shown_message (
  team_id text not null,
  channel_id text not null,
  ts text not null,
  digest text,
  -- Since when some process has been editing it.
  editing_since_ms bigint,
  primary key (team_id, channel_id, ts)
);

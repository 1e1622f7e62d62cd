-- What a reply says since its author edited it: it may change what is sent, or be sent as a correction.
create table followup.edited_reply (
  team_id text not null,
  channel_id text not null,
  ts text not null,
  text text not null,
  edited_ts text not null,
  primary key (team_id, channel_id, ts)
);

-- Who has opened the app's home in Slack: for everybody else nothing is drawn.
create table followup.home (
  team_id text not null,
  user_id text not null,
  page integer not null default 0,
  shown_at_ms bigint not null default 0,
  primary key (team_id, user_id)
);

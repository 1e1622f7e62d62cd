-- The Slack workspace this database belongs to: bots of two would take each other's work.
create table followup.team (
  team_id text not null,
  only_one boolean primary key default true check (only_one)
);
insert into followup.team (team_id) select team_id from followup.followup order by written_at_ms limit 1;

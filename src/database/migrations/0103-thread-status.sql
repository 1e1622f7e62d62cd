-- Threads in which Slack shows that the agent is working. A row is there before Slack is asked to show it, and until Slack has taken
-- it away.
create table followup.thread_status (
  team_id text not null,
  channel_id text not null,
  thread_ts text not null,
  project_id text not null,
  -- When Slack was last asked to show it.
  shown_at_ms bigint not null,
  -- Since when a call about it is under way. Nobody makes another one meanwhile.
  asking_since_ms bigint,
  primary key (team_id, channel_id, thread_ts)
);
create index thread_status_of_project on followup.thread_status (project_id, shown_at_ms);

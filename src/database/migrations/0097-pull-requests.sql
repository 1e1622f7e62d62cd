-- What became of a pull request after it was told: looked at where it is, for everybody who was told of it.
create table followup.pull_request (
  project_id text not null,
  link text not null,
  -- When a result named it last: the older that is, the less often it is looked at.
  named_at_ms bigint not null,
  -- When the next look is planned. Null: it is no longer looked at.
  look_at_ms bigint,
  seen jsonb,
  seen_at_ms bigint,
  -- What its host wants to hear again with the next look.
  memo jsonb,
  -- Why the latest look could not read it.
  trouble text,
  -- The follow-up in whose thread it was said that its checks failed.
  told_in text,
  primary key (project_id, link)
);
create index pull_request_looked_at on followup.pull_request (project_id, look_at_ms) where look_at_ms is not null;

-- Whose results name it.
create index followup_of_link on followup.followup (project_id, (progress -> 'job' ->> 'prLink')) where state = 'finished';

-- How long the work on instructions usually takes in a repository ('' where jobs name none): looks at its jobs are timed by it.
create table followup.habit (
  project_id text not null,
  repository text not null,
  ends jsonb not null,
  primary key (project_id, repository)
);

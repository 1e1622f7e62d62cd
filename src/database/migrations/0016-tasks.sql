-- What the app does on its own, kept until it is done. In hand of a process, a task is due again when that process is taken for dead.
create sequence followup.task_number;

create table followup.task (
  id text primary key default 't_' || nextval('followup.task_number'),
  -- The project whose processes may take it.
  owner text not null,
  name text not null,
  data jsonb not null,
  due_at_ms bigint not null,
  -- The last sign of life of the process that has it in hand; null while none has.
  kept_at_ms bigint,
  -- How often it was taken: a run whose task was taken again since cannot end it.
  tries integer not null default 0
);
create index task_due on followup.task (owner, due_at_ms);

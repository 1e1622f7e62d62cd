-- Whether every member of the workspace could read along there when other threads of its job were last told about it.
alter table followup.thread add column is_public boolean not null default false;

-- Whether every member of the workspace could read along there when the other threads of its job were last told of it. Null: they
-- never were.
alter table followup.thread add column is_public boolean;

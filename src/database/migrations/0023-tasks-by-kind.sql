-- So many of each kind are taken at once, and of each kind what has been due longest.
drop index followup.task_due;
create index task_due on followup.task (owner, name, due_at_ms);

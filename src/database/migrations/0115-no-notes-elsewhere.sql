alter table followup.thread drop column is_public;
delete from followup.task where name = 'note-elsewhere';

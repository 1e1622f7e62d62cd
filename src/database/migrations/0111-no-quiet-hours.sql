alter table followup.post drop column held_until_ms;
delete from followup.setting where name = 'quiet';

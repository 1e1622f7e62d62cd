drop index followup.followup_part;
alter table followup.followup drop column parts;
delete from followup.setting where name = 'together';

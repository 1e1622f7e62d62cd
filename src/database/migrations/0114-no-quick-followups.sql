delete from followup.setting where name = 'quick';

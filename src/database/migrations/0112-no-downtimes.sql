drop table followup.uptime;
drop table followup.digest;
delete from followup.task where name = 'tell-digest';

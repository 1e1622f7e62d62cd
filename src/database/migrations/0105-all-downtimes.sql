-- All long times of the last weeks for which no bot ran, oldest first, in place of the latest alone.
alter table followup.uptime add column downtimes jsonb not null default '[]';
update followup.uptime set downtimes = jsonb_build_array(jsonb_build_object('fromMs', offline_from_ms, 'untilMs', offline_until_ms))
  where offline_from_ms is not null;
alter table followup.uptime drop column offline_from_ms, drop column offline_until_ms;

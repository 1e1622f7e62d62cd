-- What is asked for among all that has ever happened: a channel's latest instructions, and results that may still gain a link.
create index followup_in_channel on followup.followup (team_id, channel_id, written_at_ms);
create index followup_link_awaited on followup.followup (project_id, job_id) where progress ? 'linkUntilMs';

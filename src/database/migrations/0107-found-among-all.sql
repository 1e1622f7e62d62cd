-- What is asked for every few minutes, or with every start, among all that has ever happened.
create index digest_untold on followup.digest (project_id) where said_at_ms is null;
create index edited_reply_age on followup.edited_reply (edited_ts collate "C");
create index home_opened on followup.home (opened_at_ms);
-- Tells in which part of the table a time may be, so that a look at a job has no index to change.
create index job_seen on followup.job using brin (seen_at_ms);

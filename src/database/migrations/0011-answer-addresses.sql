-- The answer addresses of commands that are still kept: the upkeep forgets those that no longer work.
create index followup_answer_address on followup.followup (written_at_ms) where response_url is not null;

-- What one person has asked for, wherever that was.
create index followup_requester on followup.followup (requester_id, written_at_ms);

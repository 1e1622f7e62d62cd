-- From when its words count: when it was written, put right by an edit, or sent with a button. Nobody edits what was sent long ago.
alter table followup.followup add column said_at_ms bigint;
update followup.followup set said_at_ms = floor(reply_ts::numeric * 1000)
  where reply_ts is not null and state in ('accepted', 'waiting', 'held', 'sending');

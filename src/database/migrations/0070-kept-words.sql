-- Whose words they are, and what they said before an edit that may not be taken.
alter table followup.edited_reply
  add column user_id text,
  add column thread_ts text,
  add column kept_text text,
  add column kept_ts text;

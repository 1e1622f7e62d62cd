-- A message that was given back because of when it should go out, as it was: edited, it is read anew.
alter table followup.edited_reply add column given_back jsonb;

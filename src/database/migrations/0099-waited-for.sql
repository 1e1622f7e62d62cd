-- What an instruction waited for, once that is over: an edit that repeats it does not make it wait again.
alter table followup.followup add column waited_for jsonb;

-- Replies that go out as one instruction: those that it is made of, and for each of them the one that it went into.
alter table followup.followup add column parts jsonb;
create index followup_part on followup.followup ((progress ->> 'into')) where state = 'joined';

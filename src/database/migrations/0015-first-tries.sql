-- When a reply was first looked at: later ones of its job wait for it from then on, however long it lay there before.
alter table followup.reply add column first_try_ms bigint;

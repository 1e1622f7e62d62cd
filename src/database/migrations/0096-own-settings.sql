-- Everybody chooses for themselves as well: the place is their id.
alter table followup.setting drop constraint setting_scope_check;
alter table followup.setting add constraint setting_scope_check check (scope in ('channel', 'thread', 'person'));

-- Its reader has quiet hours until then.
alter table followup.post add column held_until_ms bigint;

-- What people chose and wrote in a thread is forgotten some time after it was closed.
alter table followup.thread add column closed_at_ms bigint;
update followup.thread set closed_at_ms = 0 where closed_because is not null;
create index thread_closed on followup.thread (closed_at_ms) where closed_at_ms is not null;

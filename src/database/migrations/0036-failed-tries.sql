-- `tries` only grows, so that no run passes for another one; what failed in a row is counted on its own.
alter table followup.task add column failures integer not null default 0;

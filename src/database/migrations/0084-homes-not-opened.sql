-- A home that nobody opens any more is forgotten.
alter table followup.home add column opened_at_ms bigint not null default extract(epoch from now()) * 1000;

-- Why nothing is sent or shown in a thread any more: its card was deleted, or its channel archived.
alter table followup.thread add column closed_because text;

-- Its author sends it although it looks like it holds a secret.
alter table followup.reply add column is_let_through boolean not null default false;

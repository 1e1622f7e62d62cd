-- Breaks older versions: there are none.

-- A job of the agent service, as it was last seen. Its row is the lock under which follow-ups join and leave the job's line.
create table followup.job (
  project_id text not null,
  job_id text not null,
  record jsonb,
  seen_at_ms bigint,
  trouble jsonb,
  -- Only the newest scheduled look at the job is carried out.
  look_number integer not null default 0,
  look_at_ms bigint,
  primary key (project_id, job_id)
);

-- An account on the agent service: when it may be called again, and the Slack workspace that it works for. A database belongs to one
-- workspace: bots of two would take each other's work.
create table followup.project (
  project_id text primary key,
  team_id text not null,
  sends_closed_until_ms bigint not null default 0,
  reads_closed_until_ms bigint not null default 0
);

-- Every POST that was about to be made, except what certainly did not arrive: the budget counts them.
create table followup.send_attempt (
  project_id text not null,
  followup_id text not null,
  at_ms bigint not null
);
create index send_attempt_window on followup.send_attempt (project_id, at_ms);

create sequence followup.followup_number;

create table followup.followup (
  id text primary key default 'f_' || nextval('followup.followup_number'),
  project_id text not null,
  job_id text not null,
  team_id text not null,
  channel_id text not null,
  -- Null until the card of a command is posted.
  thread_ts text,
  -- The reply that holds the follow-up; null when it came by command.
  reply_ts text,
  -- In direct messages, the thread of their own message in which its author wrote it: there they are told what becomes of it.
  written_in_ts text,
  response_url text,
  requester_id text not null,
  prompt text not null,
  -- What its author brought with it: what goes along with the words, and the names of files that do not.
  brought jsonb,
  -- From when it could go out: the order of its job's line.
  in_line_at_ms bigint not null,
  -- When it was written, whatever it has waited for since.
  written_at_ms bigint not null,
  -- What its author asked it to wait for, whatever it still waits for, and who had it sent without waiting any longer.
  asked_wait jsonb,
  sent_now jsonb,
  progress jsonb not null,
  version integer not null default 0,
  state text not null generated always as (progress ->> 'state') stored,
  -- Where it stands: model/standing.ts says what that is, and what follows from it.
  standing text not null
);
create index followup_under_way on followup.followup (project_id, job_id, in_line_at_ms) where state in ('waiting', 'sending', 'watching');
create index followup_thread on followup.followup (team_id, channel_id, thread_ts);
create unique index followup_reply on followup.followup (team_id, channel_id, reply_ts);
-- The latest of a job, of a channel, and of a person, wherever their jobs are.
create index followup_of_job on followup.followup (project_id, job_id, in_line_at_ms);
create index followup_in_channel on followup.followup (team_id, channel_id, in_line_at_ms);
create index followup_of_requester on followup.followup (team_id, requester_id, in_line_at_ms);
-- The answer addresses of commands that are still kept: the upkeep forgets those that no longer work.
create index followup_answer_address on followup.followup (written_at_ms) where response_url is not null;
-- Results that may still gain a link.
create index followup_open on followup.followup (project_id, job_id) where progress ? 'openUntilMs';
-- Whose results name a pull request.
create index followup_of_link on followup.followup (project_id, (progress -> 'job' ->> 'prLink')) where progress ? 'resultId';
-- The latest ends in a repository tell how long work usually takes there.
create index followup_ends on followup.followup
  (project_id, left(progress #>> '{job,source,repository}', 500), ((progress ->> 'atMs')::numeric)) where progress ? 'resultId';

-- When they ended, if they have: what ended long ago is forgotten.
create index followup_age on followup.followup ((coalesce((progress ->> 'atMs')::numeric, written_at_ms)));

-- A Slack thread bound to a job; its first message is the card.
create table followup.thread (
  team_id text not null,
  channel_id text not null,
  thread_ts text not null,
  project_id text not null,
  job_id text not null,
  -- Why nothing is sent or shown in it any more: its card was deleted, or its channel archived.
  closed_because text,
  primary key (team_id, channel_id, thread_ts)
);
create index thread_job on followup.thread (project_id, job_id);

-- Who wants to hear how a job's work ends: each is written to once, and forgotten.
create sequence followup.watch_number;

create table followup.watch (
  id text not null default 'w_' || nextval('followup.watch_number'),
  project_id text not null,
  job_id text not null,
  team_id text not null,
  user_id text not null,
  -- The job's thread in the channel where they asked.
  thread_url text,
  since_ms bigint not null,
  saw_work boolean not null,
  -- The end of its work as it was first seen: a link may still appear.
  ended jsonb,
  -- Its person knows that the job has ended.
  is_told boolean not null generated always as (coalesce(ended ? 'linkUntilMs', false)) stored,
  primary key (project_id, job_id, team_id, user_id)
);
create index watch_of_person on followup.watch (user_id);

-- What became of a pull request after it was told: looked at where it is, for everybody who was told of it.
create table followup.pull_request (
  project_id text not null,
  link text not null,
  -- When a result named it last: the older that is, the less often it is looked at.
  named_at_ms bigint not null,
  -- When the next look is planned. Null: it is no longer looked at.
  look_at_ms bigint,
  seen jsonb,
  seen_at_ms bigint,
  -- Why the latest look could not read it.
  trouble text,
  -- The follow-up in whose thread it was said that its checks failed.
  checks_followup_id text,
  primary key (project_id, link)
);
create index pull_request_looked_at on followup.pull_request (project_id, look_at_ms) where look_at_ms is not null;

-- What a person wrote in a job's thread or to the bot, stored before Slack is told that it arrived, as it says now.
create table followup.inbox (
  team_id text not null,
  channel_id text not null,
  ts text not null,
  -- Whose processes read it.
  project_id text not null,
  thread_ts text not null,
  user_id text not null,
  user_team_id text not null,
  -- Empty once it was read.
  text text not null,
  -- What Slack says of the files with it; what is in them is asked for when it is read.
  files jsonb not null,
  is_deleted boolean not null,
  is_answered boolean not null default false,
  -- The timestamp of the message, or of its latest edit: nothing older is read any more.
  edited_ts text not null,
  -- It is still to be read, or read again.
  is_open boolean not null default true,
  written_at_ms bigint not null,
  received_at_ms bigint not null,
  -- When it was first read: later ones for its job wait a minute from then on, however long it lay there before.
  first_try_ms bigint,
  last_try_ms bigint not null,
  primary key (team_id, channel_id, ts)
);
create index inbox_open on followup.inbox (last_try_ms) where is_open;
create index inbox_read on followup.inbox (received_at_ms) where not is_open;

-- What Slack delivered, so that a second delivery of the same thing is known, and what else is done once or was seen last.
create table followup.delivery (
  key text primary key,
  at_ms bigint not null
);
create index delivery_age on followup.delivery (at_ms);

-- What the bot shows in Slack. A message is posted exactly once: the id names the operation, so that none can be asked for twice.
create table followup.view (
  id text primary key,
  team_id text not null,
  channel_id text not null,
  thread_ts text,
  -- Null if it is about no follow-up.
  followup_id text,
  -- Its words, unless they are drawn from what is stored, and how it is posted.
  message jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'posting', 'posted', 'buried')),
  message_ts text,
  -- A message that nobody has tried yet is late only some time after it was added.
  added_at_ms bigint not null default 0,
  -- Its place in the channel's pace, once it has asked for one.
  turn_at_ms bigint,
  first_try_ms bigint,
  last_try_ms bigint,
  -- What it shows, so that it is edited only to show something else; of marks, their names. Without a digest, nobody knows.
  digest text,
  -- Since when some process has been editing it.
  editing_since_ms bigint
);
-- What is on its way is asked for with every reply and every minute, among all that was ever posted.
create index view_waiting on followup.view (team_id, channel_id) where state in ('pending', 'posting');
-- All about a follow-up, and the words of what is about none, are forgotten.
create index view_of_followup on followup.view (followup_id);
create index view_words on followup.view (added_at_ms) where followup_id is null and message ? 'text';
create index view_message on followup.view (team_id, channel_id, message_ts);

-- The pace of one channel: the moment from which the next message may be posted.
create table followup.channel_pace (
  team_id text not null,
  channel_id text not null,
  next_post_at_ms bigint not null,
  primary key (team_id, channel_id)
);

-- What people chose for a channel, a thread or themselves. What nobody chose is as the operator has it.
create table followup.setting (
  team_id text not null,
  -- The channel's id; for a thread, with `/` and its timestamp, and for one person in it, with `/` and theirs; a person's id.
  scope text collate "C" not null,
  name text not null,
  value text not null,
  chosen_at_ms bigint not null,
  primary key (team_id, scope, name)
);

-- What the app does on its own, kept until it is done. In hand of a process, a task is due again when that process is taken for dead.
create sequence followup.task_number;

create table followup.task (
  id text primary key default 't_' || nextval('followup.task_number'),
  -- The project whose processes may take it.
  owner text not null,
  name text not null,
  data jsonb not null,
  due_at_ms bigint not null,
  -- The last sign of life of the process that has it in hand; null while none has.
  kept_at_ms bigint,
  -- `tries` only grows, so that no run passes for another one; what failed in a row is counted on its own.
  tries integer not null default 0,
  failures integer not null default 0
);
-- So many of each kind are taken at once, and of each kind what has been due longest.
create index task_due on followup.task (owner, name, due_at_ms);

-- Who did what, and what came of it, written with it. Rows go by age or with everything; people and words are removed from them.
create sequence followup.audit_number;

create table followup.audit (
  number bigint primary key default nextval('followup.audit_number'),
  at_ms bigint not null,
  project_id text not null,
  -- Null: not in a channel.
  channel_id text,
  -- Null: the app found it out.
  user_id text,
  act text not null,
  outcome text,
  job_id text,
  followup_id text,
  -- What was to be sent, or a hash of it.
  words text
);
create index audit_age on followup.audit (at_ms);

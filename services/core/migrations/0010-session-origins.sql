-- Where a session was started, as roughly as a person needs to recognise it: "Firefox on Linux", a /24 or /48.
alter table core.sessions
  add column user_agent text not null default '',
  add column network text not null default '';

-- What the server noticed about an account: kinds and times, no names, no values.
create table core.account_events (
  event_id uuid primary key default gen_random_uuid(),
  -- The order of events, also within a millisecond.
  seq bigint generated always as identity,
  user_id uuid not null references core.accounts on delete cascade,
  type text not null,
  method text check (method in ('password', 'passkey', 'recovery')),
  user_agent text not null,
  network text not null,
  at timestamptz not null default now()
);

create unique index account_events_of_user on core.account_events (user_id, seq);
create index account_events_at on core.account_events (at);

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

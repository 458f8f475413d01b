-- What the server noticed about an account: kinds and times, no names, no values.
create table core.account_events (
  user_id uuid not null references core.accounts on delete cascade,
  at timestamptz not null default now(),
  -- Of two at one time, the later has the larger one.
  event_id uuid not null,
  type text not null,
  method text check (method in ('password', 'passkey', 'recovery')),
  -- The app that a person was signed in to without being asked; the other events are about no app.
  client_id text,
  user_agent text not null,
  network text not null,
  primary key (user_id, at, event_id)
);

create index account_events_at on core.account_events (at);

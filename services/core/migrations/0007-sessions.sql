create table core.sessions (
  session_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references core.accounts on delete cascade,
  token_sha256 bytea not null unique,
  scope text not null check (scope in ('full', 'recovery')),
  -- The unlock record that the person signed in with.
  method_id uuid not null,
  -- Where it was started, as roughly as a person needs to recognise it: "Firefox on Linux", a /24 or /48.
  user_agent text not null default '',
  network text not null default '',
  created_at timestamptz not null default now(),
  auth_time timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Never later than absolute_expires_at, so this one alone tells which rows may go.
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz
);

create index sessions_user_id on core.sessions (user_id);

-- The cleaning finds its rows by these.
create index sessions_idle_expires_at on core.sessions (idle_expires_at);
create index sessions_revoked_at on core.sessions (revoked_at) where revoked_at is not null;

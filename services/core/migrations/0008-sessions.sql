-- Where a person is signed in. A token names its person, so that it is looked up beside their other rows, by its hash.
create table core.sessions (
  user_id uuid not null references core.accounts on delete cascade,
  token_sha256 bytea not null,
  session_id uuid not null,
  scope text not null check (scope in ('full', 'recovery')),
  -- The unlock record that the person signed in with.
  method_id uuid not null,
  -- The thumbprint of the key that it is bound to (RFC 7638). Null: whoever has the token has the session.
  jkt text,
  -- What a gesture was made for (as of core.logins), to be spent once.
  intent text,
  intent_expires_at timestamptz,
  -- Where it was started, as roughly as a person needs to recognise it: "Firefox on Linux", a /24 or /48.
  user_agent text not null default '',
  network text not null default '',
  created_at timestamptz not null default now(),
  auth_time timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Never later than absolute_expires_at, so this one alone tells which rows may go.
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, token_sha256)
);

-- The cleaning finds its rows by these.
create index sessions_idle_expires_at on core.sessions (idle_expires_at);
create index sessions_revoked_at on core.sessions (revoked_at) where revoked_at is not null;

-- Whose session is bound to a key at present: a device has one, whoever it is for, and signing in again ends the last.
create table core.session_keys (
  jkt text primary key,
  user_id uuid not null,
  -- When the session is over, at the latest.
  expires_at timestamptz not null
);

create index session_keys_user_id on core.session_keys (user_id);
create index session_keys_expires_at on core.session_keys (expires_at);

-- How OPAQUE knows a password. The login name itself is not kept, only its keyed hash.
create table core.passwords (
  credential_identifier text primary key,
  user_id uuid not null,
  unlock_id uuid not null,
  registration_record text not null,
  -- Fingerprints of the server secrets that it was registered under.
  setup_id text not null default '',
  index_key_id text not null default '',
  created_at timestamptz not null default now()
);

-- How many need which secrets is counted at each start.
create index passwords_secrets on core.passwords (setup_id, index_key_id);

-- The record that stands in for names nobody has: one for all processes, for good.
create table core.dummy_record (
  id integer primary key default 1 check (id = 1),
  registration_record text not null
);

-- Sign-ups by password between their first and their second message. Each row is used once.
create table core.registrations (
  registration_id uuid primary key,
  -- Of the account that is yet to come.
  user_id uuid not null,
  credential_identifier text not null,
  -- Under the keys that are being replaced: one name must not become two accounts.
  former_identifiers text[] not null,
  -- What a sign-up began with, it is finished with, also when the secrets are replaced in between.
  setup_id text not null,
  index_key_id text not null,
  expires_at timestamptz not null
);

create index registrations_expires_at on core.registrations (expires_at);

-- New passwords of people who have an account, between their two messages: as a sign-up.
create table core.password_registrations (
  user_id uuid not null references core.accounts on delete cascade,
  registration_id uuid not null,
  credential_identifier text not null,
  former_identifiers text[] not null,
  setup_id text not null,
  index_key_id text not null,
  expires_at timestamptz not null,
  primary key (user_id, registration_id)
);

create index password_registrations_expires_at on core.password_registrations (expires_at);

-- Sign-ins by password between their first and their second message. Each row is used once.
-- No foreign keys: checking one takes time, and only for names that somebody has. That could be measured.
create table core.logins (
  -- The first 32 bits of login_id, which are those of a hash of the login name: its open sign-ins lie together.
  bucket integer not null,
  login_id uuid not null,
  credential_identifier text not null,
  device text not null,
  -- Null when nobody has this name: such a sign-in runs like any other and is refused at its end.
  user_id uuid,
  -- The password that it began with. Looked up only at its end, one that was changed in between would count as its success.
  unlock_id uuid,
  needs_new_record boolean not null,
  -- What the sign-in confirms (`add_passkey`, `remove_method <unlock id>`, …). Null: it is one, and serves no change.
  intent text,
  -- Sealed: whoever could read it could finish the sign-in without the password.
  sealed_state bytea not null,
  expires_at timestamptz not null,
  primary key (bucket, login_id)
);

create index logins_expires_at on core.logins (expires_at);

-- Guesses at a password, counted for a name whether somebody has it or not. No foreign key, for just that reason.
create table core.password_throttles (
  credential_identifier text not null,
  -- Empty, or the known device that is counted apart from strangers.
  device text not null,
  -- Since the last success.
  failures integer not null,
  -- Of these, those of the current window: the first five are free.
  recent integer not null,
  window_started_at timestamptz not null,
  -- Of the last one that was let through. What has no free attempts left waits from then on.
  last_at timestamptz not null,
  primary key (credential_identifier, device)
);

create index password_throttles_last_at on core.password_throttles (last_at);
-- What is a person's own is found by it when their account ends.
create index password_throttles_device on core.password_throttles (device) where device <> '';

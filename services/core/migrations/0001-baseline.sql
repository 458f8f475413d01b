-- The core's tables: accounts, their unlock methods and sessions, encrypted vaults.
-- Rows of a person begin with user_id, and lie together by it where a database has many machines. Rows that are looked up
-- before their person is known have a key of their own; no foreign key crosses from one kind to the other.

-- A person. Names and addresses are in the vault only.
create table core.accounts (
  user_id uuid primary key,
  created_at timestamptz not null default now(),
  -- Suspended by an operator, with a reason; null: not suspended.
  suspended_at timestamptz,
  suspension_reason text,
  -- Counts both ways, so that the provider can tell a late message from a newer one.
  suspension_changes integer not null default 0
);

-- One vault a person, opaque to the server. Records are kept as they came: the client checks every field of them.
create table core.vaults (
  user_id uuid primary key references core.accounts on delete cascade,
  vault_id text not null,
  gen bigint not null,
  -- "<gen>-<22 characters of the head's hash>", quotes included: If-Match is compared with it.
  etag text not null,
  head jsonb not null,
  -- A device reads the changes since its generation if that is this one or a later one. Earlier removals are forgotten, and
  -- the whole vault is read.
  changes_from bigint not null default 1,
  updated_at timestamptz not null default now()
);

-- The hash of every head that a vault had: proves to a device that was away for long that the present one follows.
-- Without a gap from the first that is here: each is stored together with its head.
create table core.vault_heads (
  user_id uuid not null references core.vaults on delete cascade,
  gen bigint not null,
  sha256 bytea not null,
  primary key (user_id, gen)
);

create table core.vault_items (
  user_id uuid not null references core.vaults on delete cascade,
  item_id uuid not null,
  -- The generation that wrote it.
  gen bigint not null,
  record jsonb not null,
  -- Of its ciphertext, for the limit of a vault.
  bytes integer generated always as (length(record ->> 'ct') * 3 / 4) stored,
  primary key (user_id, item_id)
);

-- Ciphertext does not get smaller: trying costs half of the time of a large write.
alter table core.vault_items alter column record set storage external;

create index vault_items_gen on core.vault_items (user_id, gen);

create table core.removed_items (
  user_id uuid not null references core.vaults on delete cascade,
  item_id uuid not null,
  -- The generation that removed it.
  gen bigint not null,
  primary key (user_id, item_id)
);

-- The person's own log, sealed and chained on their devices. It only grows; the server deletes entries that are too old.
create table core.activity_entries (
  user_id uuid not null references core.vaults on delete cascade,
  seq bigint not null,
  record jsonb not null,
  primary key (user_id, seq)
);

-- Items of a write that is larger than a body, until the write names them. One row of each kind a person, so that a device
-- that can only commit takes away nothing that a rotation has gathered.
create table core.stagings (
  user_id uuid not null references core.vaults on delete cascade,
  kind text not null check (kind in ('commit', 'rotation')),
  -- Chosen by the device.
  staging_id uuid not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

create index stagings_expires_at on core.stagings (expires_at);

create table core.staged_items (
  user_id uuid not null,
  kind text not null,
  item_id uuid not null,
  ak_gen bigint not null,
  record jsonb not null,
  bytes integer generated always as (length(record ->> 'ct') * 3 / 4) stored,
  primary key (user_id, kind, item_id),
  foreign key (user_id, kind) references core.stagings on delete cascade
);

alter table core.staged_items alter column record set storage external;

-- The account key, wrapped once for each unlock method. The server can open none of them.
create table core.unlock_records (
  user_id uuid not null references core.accounts on delete cascade,
  unlock_id uuid not null,
  record jsonb not null,
  -- The key of its row in core.passwords, core.passkey_owners or core.recovery_keys, which finds the method before its person
  -- is known. That row may lie on another machine, so it is deleted by name, not by a foreign key.
  credential text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, unlock_id)
);

-- OPAQUE's record of a password. The login name itself is not kept, only its keyed hash.
create table core.passwords (
  credential_identifier text primary key,
  user_id uuid not null,
  unlock_id uuid not null,
  registration_record text not null,
  -- Fingerprints of the server secrets that it was registered under.
  setup_id text not null,
  index_key_id text not null,
  created_at timestamptz not null default now()
);

-- Each start counts the passwords under each secret.
create index passwords_secrets on core.passwords (setup_id, index_key_id);

-- The record that stands in for unknown names: one for all processes, for good.
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
  -- The secrets of the first message serve the second, also when they are replaced in between.
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
-- No foreign keys: checking one takes time, and only for known names. That could be measured.
create table core.logins (
  -- The first 32 bits of login_id, which are those of a hash of the login name: its open sign-ins lie together.
  bucket integer not null,
  login_id uuid not null,
  credential_identifier text not null,
  device text not null,
  -- Null for an unknown name: such a sign-in runs like any other and is refused at its end.
  user_id uuid,
  -- The password that it began with. Looked up only at its end, one that was changed in between would count as its success.
  unlock_id uuid,
  needs_new_record boolean not null,
  -- The change that the sign-in confirms (`add_passkey`, `remove_method <unlock id>`, …). Null: it confirms none.
  intent text,
  -- Sealed: a reader of it could finish the sign-in without the password.
  sealed_state bytea not null,
  expires_at timestamptz not null,
  primary key (bucket, login_id)
);

create index logins_expires_at on core.logins (expires_at);

-- Guesses at a password, counted for known and unknown names alike. No foreign key, for just that reason.
create table core.password_throttles (
  credential_identifier text not null,
  -- Empty, or the known device that is counted apart from strangers.
  device text not null,
  -- Since the last success.
  failures integer not null,
  -- Of these, those of the current window: the first five are free.
  recent integer not null,
  window_started_at timestamptz not null,
  -- Of the last attempt that was let through: without free attempts the next one waits from then on.
  last_at timestamptz not null,
  primary key (credential_identifier, device)
);

create index password_throttles_last_at on core.password_throttles (last_at);
-- Of a person's own devices, when their account ends.
create index password_throttles_device on core.password_throttles (device) where device <> '';

-- Passkeys (WebAuthn Level 3 §4, credential record). Their names are in the vault only. An answer names its person (user
-- handle), so a passkey is found beside their other rows.
create table core.passkeys (
  user_id uuid not null,
  credential_id text not null,
  unlock_id uuid not null,
  public_key bytea not null,
  sign_count bigint not null,
  -- Fixed when a passkey is made: whether its owner's devices may share it.
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  primary key (user_id, credential_id),
  foreign key (user_id, unlock_id) references core.unlock_records on delete cascade
);

-- No two people register one credential (WebAuthn Level 3 §7.1).
create table core.passkey_owners (
  credential_id text primary key,
  user_id uuid not null
);

-- Ceremonies with an authenticator between their two messages. Each row is used once, and has the hash of its challenge.
create table core.passkey_challenges (
  challenge_id uuid primary key,
  purpose text not null check (purpose in ('sign_up', 'sign_in', 'add')),
  -- The owner of the new passkey: at a sign-up, an account that is yet to come. Null at a sign-in.
  user_id uuid,
  -- As of core.logins.
  intent text,
  challenge_sha256 bytea not null,
  expires_at timestamptz not null
);

create index passkey_challenges_expires_at on core.passkey_challenges (expires_at);

-- Verifiers of recovery keys, by the identifier that is derived from the key.
create table core.recovery_keys (
  rec_id text primary key,
  user_id uuid not null,
  unlock_id uuid not null,
  auth_sha256 bytea not null,
  created_at timestamptz not null default now()
);

-- Sign-ins of a person. A token names its person, so it is looked up beside their other rows, by its hash.
create table core.sessions (
  user_id uuid not null references core.accounts on delete cascade,
  token_sha256 bytea not null,
  session_id uuid not null,
  scope text not null check (scope in ('full', 'recovery')),
  -- The unlock record that the person signed in with.
  method_id uuid not null,
  -- The thumbprint of the key that it is bound to (RFC 7638). Null: its token is enough.
  jkt text,
  -- The change that a gesture confirmed (as of core.logins), to be spent once.
  intent text,
  intent_expires_at timestamptz,
  -- Its start, as roughly as a person needs to recognise it: "Firefox on Linux", a /24 or /48.
  user_agent text not null,
  network text not null,
  created_at timestamptz not null default now(),
  auth_time timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Never later than absolute_expires_at, so this one alone tells which rows may go.
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Ended and not replaced, until the provider knows: apps that the person signed in to within it are told.
  apps_untold boolean not null default false,
  primary key (user_id, token_sha256)
);

-- For cleaning.
create index sessions_idle_expires_at on core.sessions (idle_expires_at);
create index sessions_revoked_at on core.sessions (revoked_at) where revoked_at is not null;
create index sessions_apps_untold on core.sessions (revoked_at) where apps_untold;

-- The person whose session is bound to a key at present: a device has one, of any person, and the next sign-in ends it.
create table core.session_keys (
  jkt text primary key,
  user_id uuid not null,
  -- When the session is over, at the latest.
  expires_at timestamptz not null
);

create index session_keys_user_id on core.session_keys (user_id);
create index session_keys_expires_at on core.session_keys (expires_at);

-- Events of an account: kinds and times, no names, no values.
create table core.account_events (
  user_id uuid not null references core.accounts on delete cascade,
  at timestamptz not null default now(),
  -- Of two at one time, the later has the larger one.
  event_id uuid not null,
  type text not null,
  method text check (method in ('password', 'passkey', 'recovery')),
  -- Of a silent sign-in, the app.
  client_id text,
  -- Of a sign-in on a device that the account had not used, the session that began.
  new_device_session uuid,
  -- Of an operator's act.
  reason text,
  user_agent text not null,
  network text not null,
  primary key (user_id, at, event_id)
);

create index account_events_at on core.account_events (at);

-- Where a person wants mail about changes of their account; in clear, because mail has to be sent there. Only for that.
create table core.security_contacts (
  user_id uuid primary key references core.accounts on delete cascade,
  email text not null,
  language text not null,
  created_at timestamptz not null default now(),
  -- Mails since the window began, for the daily limit.
  window_started_at timestamptz not null default now(),
  sent integer not null default 0
);

-- Codes on their way to an email address or a phone number. Neither is here, nor a hash of one: `proof` is keyed, over the
-- code together with the value, so that a row matches only both. Gone at the right code, or when it expires.
create table core.claim_verifications (
  user_id uuid not null references core.accounts on delete cascade,
  verification_id uuid not null,
  proof bytea not null,
  -- Codes that were tried.
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, verification_id)
);

create index claim_verifications_expires_at on core.claim_verifications (expires_at);

-- Calls to the provider that are still to be made: end all that a person allows or, of a deleted account, erase the person.
create table core.pending_revocations (
  user_id uuid primary key,
  -- New each time that the person is noted: a finished call settles only the note that it was made for.
  note_id uuid not null,
  erases boolean not null,
  tried_at timestamptz,
  created_at timestamptz not null default now()
);

-- Acts of operators that the provider has not noted yet. No foreign key: an act outlives the account that it deletes.
create table core.pending_account_acts (
  user_id uuid not null,
  -- Version 7: of its event in the provider's audit trail.
  act_id uuid not null,
  act text not null,
  reason text not null,
  -- 'administrator' or 'command_line:…'
  operator text not null,
  -- An administrator's own account, if they came by its session, and their network.
  actor_id uuid,
  network text,
  -- suspension_changes as the act left it.
  change integer,
  -- False once the account is deleted: then nothing of it is passed on.
  names_account boolean not null default true,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (user_id, act_id)
);

-- Counts of all processes together, by keyed hashes of networks and accounts. Unlogged, because a crash may forget them.
create unlogged table core.rate_limits (
  key text primary key,
  count bigint not null,
  ends_at timestamptz not null,
  -- When it was added; with ends_at it tells without a clock whether the last window has ended.
  counted_at timestamptz not null
);

create index rate_limits_ends_at on core.rate_limits (ends_at);

-- Generated from migrations/ by `npm run generate`, to read: the tables as they are now. Nothing runs this file.

-- Events of an account: kinds and times, no names, no values.
create table core.account_events (
  user_id            uuid not null,
  at                 timestamptz not null default now(),
  -- Of two at one time, the later has the larger one.
  event_id           uuid not null,
  type               text not null,
  method             text,
  -- Of a silent sign-in, the app.
  client_id          text,
  -- Of a sign-in on a device that the account had not used, the session that began.
  new_device_session uuid,
  -- Of an operator's act.
  reason             text,
  user_agent         text not null,
  network            text not null,
  constraint account_events_pkey PRIMARY KEY (user_id, at, event_id),
  constraint account_events_method_check CHECK ((method = ANY (ARRAY['password'::text, 'passkey'::text, 'recovery'::text]))),
  constraint account_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

CREATE INDEX account_events_at ON core.account_events (at);

-- A person. Names and addresses are in the vault only.
create table core.accounts (
  user_id            uuid not null,
  created_at         timestamptz not null default now(),
  -- Suspended by an operator, with a reason; null: not suspended.
  suspended_at       timestamptz,
  suspension_reason  text,
  -- Counts both ways, so that the provider can tell a late message from a newer one.
  suspension_changes integer not null default 0,
  constraint accounts_pkey PRIMARY KEY (user_id)
);

-- The person's own log, sealed and chained on their devices. It only grows; the server deletes entries that are too old.
create table core.activity_entries (
  user_id uuid not null,
  seq     bigint not null,
  record  jsonb not null,
  constraint activity_entries_pkey PRIMARY KEY (user_id, seq),
  constraint activity_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.vaults(user_id) ON DELETE CASCADE
);

-- Codes on their way to an email address or a phone number. Neither is here, nor a hash of one: `proof` is keyed, over the
-- code together with the value, so that a row matches only both. Gone at the right code, or when it expires.
create table core.claim_verifications (
  user_id         uuid not null,
  verification_id uuid not null,
  proof           bytea not null,
  -- Codes that were tried.
  tries           integer not null default 0,
  expires_at      timestamptz not null,
  constraint claim_verifications_pkey PRIMARY KEY (user_id, verification_id),
  constraint claim_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

CREATE INDEX claim_verifications_expires_at ON core.claim_verifications (expires_at);

-- The record that stands in for unknown names: one for all processes, for good.
create table core.dummy_record (
  id                  integer not null default 1,
  registration_record text not null,
  constraint dummy_record_pkey PRIMARY KEY (id),
  constraint dummy_record_id_check CHECK ((id = 1))
);

-- Permission to sign up, where SIGN_UPS is `invited`: a link for one person or several. No account refers to one, and no use
-- has a time, so that who came by which one is not here.
create table core.invitations (
  invitation_id uuid not null default gen_random_uuid(),
  token_hash    bytea not null,
  uses          integer not null,
  used          integer not null default 0,
  note          text, -- of operators, for operators
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  constraint invitations_pkey PRIMARY KEY (invitation_id),
  constraint invitations_check CHECK (((used >= 0) AND (used <= uses))),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_uses_check CHECK ((uses > 0))
);

CREATE INDEX invitations_expiry ON core.invitations (expires_at);

-- Sign-ins by password between their first and their second message. Each row is used once.
-- No foreign keys: checking one takes time, and only for known names. That could be measured.
create table core.logins (
  -- The first 32 bits of login_id, which are those of a hash of the login name: its open sign-ins lie together.
  bucket                integer not null,
  login_id              uuid not null,
  credential_identifier text not null,
  device                text not null,
  -- Null for an unknown name: such a sign-in runs like any other and is refused at its end.
  user_id               uuid,
  -- The password that it began with. Looked up only at its end, one that was changed in between would count as its success.
  unlock_id             uuid,
  needs_new_record      boolean not null,
  -- The change that the sign-in confirms (`add_passkey`, `remove_method <unlock id>`, …). Null: it confirms none.
  intent                text,
  -- Sealed: a reader of it could finish the sign-in without the password.
  sealed_state          bytea not null,
  expires_at            timestamptz not null,
  constraint logins_pkey PRIMARY KEY (bucket, login_id)
);

CREATE INDEX logins_expires_at ON core.logins (expires_at);

create table core.migrations (
  name          text not null,
  checksum      text not null,
  applied_at    timestamptz not null default now(),
  program       text,
  needs_version text,
  constraint migrations_pkey PRIMARY KEY (name)
);

-- Ceremonies with an authenticator between their two messages. Each row is used once, and has the hash of its challenge.
create table core.passkey_challenges (
  challenge_id     uuid not null,
  purpose          text not null,
  -- The owner of the new passkey: at a sign-up, an account that is yet to come. Null at a sign-in.
  user_id          uuid,
  -- As of core.logins.
  intent           text,
  challenge_sha256 bytea not null,
  expires_at       timestamptz not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_id),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_up'::text, 'sign_in'::text, 'add'::text])))
);

CREATE INDEX passkey_challenges_expires_at ON core.passkey_challenges (expires_at);

-- No two people register one credential (WebAuthn Level 3 §7.1).
create table core.passkey_owners (
  credential_id text not null,
  user_id       uuid not null,
  constraint passkey_owners_pkey PRIMARY KEY (credential_id)
);

-- Passkeys (WebAuthn Level 3 §4, credential record). Their names are in the vault only. An answer names its person (user
-- handle), so a passkey is found beside their other rows.
create table core.passkeys (
  user_id            uuid not null,
  credential_id      text not null,
  unlock_id          uuid not null,
  public_key         bytea not null,
  sign_count         bigint not null,
  -- Fixed when a passkey is made: whether its owner's devices may share it.
  is_backup_eligible boolean not null,
  is_backed_up       boolean not null,
  transports         text[] not null,
  created_at         timestamptz not null default now(),
  constraint passkeys_pkey PRIMARY KEY (user_id, credential_id),
  constraint passkeys_user_id_unlock_id_fkey FOREIGN KEY (user_id, unlock_id) REFERENCES core.unlock_records(user_id, unlock_id) ON DELETE CASCADE
);

-- New passwords of people who have an account, between their two messages: as a sign-up.
create table core.password_registrations (
  user_id               uuid not null,
  registration_id       uuid not null,
  credential_identifier text not null,
  former_identifiers    text[] not null,
  setup_id              text not null,
  index_key_id          text not null,
  expires_at            timestamptz not null,
  constraint password_registrations_pkey PRIMARY KEY (user_id, registration_id),
  constraint password_registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

CREATE INDEX password_registrations_expires_at ON core.password_registrations (expires_at);

-- Guesses at a password, counted for known and unknown names alike. No foreign key, for just that reason.
create table core.password_throttles (
  credential_identifier text not null,
  -- Empty, or the known device that is counted apart from strangers.
  device                text not null,
  -- Since the last success.
  failures              integer not null,
  -- Of these, those of the current window: the first five are free.
  recent                integer not null,
  window_started_at     timestamptz not null,
  -- Of the last attempt that was let through: without free attempts the next one waits from then on.
  last_at               timestamptz not null,
  constraint password_throttles_pkey PRIMARY KEY (credential_identifier, device)
);

-- Of a person's own devices, when their account ends.
CREATE INDEX password_throttles_device ON core.password_throttles (device) WHERE (device <> ''::text);
CREATE INDEX password_throttles_last_at ON core.password_throttles (last_at);

-- OPAQUE's record of a password. The login name itself is not kept, only its keyed hash.
create table core.passwords (
  credential_identifier text not null,
  user_id               uuid not null,
  unlock_id             uuid not null,
  registration_record   text not null,
  -- Fingerprints of the server secrets that it was registered under.
  setup_id              text not null,
  index_key_id          text not null,
  created_at            timestamptz not null default now(),
  constraint passwords_pkey PRIMARY KEY (credential_identifier)
);

-- Each start counts the passwords under each secret.
CREATE INDEX passwords_secrets ON core.passwords (setup_id, index_key_id);

-- Acts of operators that the provider has not noted yet. No foreign key: an act outlives the account that it deletes.
create table core.pending_account_acts (
  user_id       uuid not null,
  -- Version 7: of its event in the provider's audit trail.
  act_id        uuid not null,
  act           text not null,
  reason        text not null,
  -- 'administrator' or 'command_line:…'
  operator      text not null,
  -- An administrator's own account, if they came by its session, and their network.
  actor_id      uuid,
  network       text,
  -- suspension_changes as the act left it.
  change        integer,
  -- False once the account is deleted: then nothing of it is passed on.
  names_account boolean not null default true,
  created_at    timestamptz not null default now(),
  tried_at      timestamptz,
  constraint pending_account_acts_pkey PRIMARY KEY (user_id, act_id)
);

-- Calls to the provider that are still to be made: end all that a person allows or, of a deleted account, erase the person.
create table core.pending_revocations (
  user_id    uuid not null,
  -- New each time that the person is noted: a finished call settles only the note that it was made for.
  note_id    uuid not null,
  erases     boolean not null,
  tried_at   timestamptz,
  created_at timestamptz not null default now(),
  constraint pending_revocations_pkey PRIMARY KEY (user_id)
);

-- Counts of all processes together, by keyed hashes of networks and accounts. Unlogged, because a crash may forget them.
create unlogged table core.rate_limits (
  key        text not null,
  count      bigint not null,
  ends_at    timestamptz not null,
  -- When it was added; with ends_at it tells without a clock whether the last window has ended.
  counted_at timestamptz not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_limits_ends_at ON core.rate_limits (ends_at);

-- Verifiers of recovery keys, by the identifier that is derived from the key.
create table core.recovery_keys (
  rec_id      text not null,
  user_id     uuid not null,
  unlock_id   uuid not null,
  auth_sha256 bytea not null,
  created_at  timestamptz not null default now(),
  constraint recovery_keys_pkey PRIMARY KEY (rec_id)
);

-- Sign-ups by password between their first and their second message. Each row is used once.
create table core.registrations (
  registration_id       uuid not null,
  -- Of the account that is yet to come.
  user_id               uuid not null,
  credential_identifier text not null,
  -- Under the keys that are being replaced: one name must not become two accounts.
  former_identifiers    text[] not null,
  -- The secrets of the first message serve the second, also when they are replaced in between.
  setup_id              text not null,
  index_key_id          text not null,
  expires_at            timestamptz not null,
  constraint registrations_pkey PRIMARY KEY (registration_id)
);

CREATE INDEX registrations_expires_at ON core.registrations (expires_at);

create table core.removed_items (
  user_id uuid not null,
  item_id uuid not null,
  -- The generation that removed it.
  gen     bigint not null,
  constraint removed_items_pkey PRIMARY KEY (user_id, item_id),
  constraint removed_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.vaults(user_id) ON DELETE CASCADE
);

-- Where a person wants mail about changes of their account; in clear, because mail has to be sent there. Only for that.
create table core.security_contacts (
  user_id           uuid not null,
  email             text not null,
  language          text not null,
  created_at        timestamptz not null default now(),
  -- Mails since the window began, for the daily limit.
  window_started_at timestamptz not null default now(),
  sent              integer not null default 0,
  constraint security_contacts_pkey PRIMARY KEY (user_id),
  constraint security_contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

-- The person whose session is bound to a key at present: a device has one, of any person, and the next sign-in ends it.
create table core.session_keys (
  jkt        text not null,
  user_id    uuid not null,
  -- When the session is over, at the latest.
  expires_at timestamptz not null,
  constraint session_keys_pkey PRIMARY KEY (jkt)
);

CREATE INDEX session_keys_expires_at ON core.session_keys (expires_at);
CREATE INDEX session_keys_user_id ON core.session_keys (user_id);

-- Sign-ins of a person. A token names its person, so it is looked up beside their other rows, by its hash.
create table core.sessions (
  user_id             uuid not null,
  token_sha256        bytea not null,
  session_id          uuid not null,
  scope               text not null,
  -- The unlock record that the person signed in with.
  method_id           uuid not null,
  -- The thumbprint of the key that it is bound to (RFC 7638). Null: its token is enough.
  jkt                 text,
  -- The change that a gesture confirmed (as of core.logins), to be spent once.
  intent              text,
  intent_expires_at   timestamptz,
  -- Its start, as roughly as a person needs to recognise it: "Firefox on Linux", a /24 or /48.
  user_agent          text not null,
  network             text not null,
  created_at          timestamptz not null default now(),
  auth_time           timestamptz not null default now(),
  last_seen_at        timestamptz not null default now(),
  -- Never later than absolute_expires_at, so this one alone tells which rows may go.
  idle_expires_at     timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at          timestamptz,
  -- Ended and not replaced, until the provider knows: apps that the person signed in to within it are told.
  apps_untold         boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (user_id, token_sha256),
  constraint sessions_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'recovery'::text]))),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

CREATE INDEX sessions_apps_untold ON core.sessions (revoked_at) WHERE apps_untold;
-- For cleaning.
CREATE INDEX sessions_idle_expires_at ON core.sessions (idle_expires_at);
CREATE INDEX sessions_revoked_at ON core.sessions (revoked_at) WHERE (revoked_at IS NOT NULL);

create table core.staged_items (
  user_id uuid not null,
  kind    text not null,
  item_id uuid not null,
  ak_gen  bigint not null,
  record  jsonb not null,
  bytes   integer generated always as (((length((record ->> 'ct'::text)) * 3) / 4)) stored,
  constraint staged_items_pkey PRIMARY KEY (user_id, kind, item_id),
  constraint staged_items_user_id_kind_fkey FOREIGN KEY (user_id, kind) REFERENCES core.stagings(user_id, kind) ON DELETE CASCADE
);

-- Items of a write that is larger than a body, until the write names them. One row of each kind a person, so that a device
-- that can only commit takes away nothing that a rotation has gathered.
create table core.stagings (
  user_id    uuid not null,
  kind       text not null,
  -- Chosen by the device.
  staging_id uuid not null,
  expires_at timestamptz not null,
  constraint stagings_pkey PRIMARY KEY (user_id, kind),
  constraint stagings_kind_check CHECK ((kind = ANY (ARRAY['commit'::text, 'rotation'::text]))),
  constraint stagings_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.vaults(user_id) ON DELETE CASCADE
);

CREATE INDEX stagings_expires_at ON core.stagings (expires_at);

-- The account key, wrapped once for each unlock method. The server can open none of them.
create table core.unlock_records (
  user_id      uuid not null,
  unlock_id    uuid not null,
  record       jsonb not null,
  -- The key of its row in core.passwords, core.passkey_owners or core.recovery_keys, which finds the method before its person
  -- is known. That row may lie on another machine, so it is deleted by name, not by a foreign key.
  credential   text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  constraint unlock_records_pkey PRIMARY KEY (user_id, unlock_id),
  constraint unlock_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

-- The hash of every head that a vault had: proves to a device that was away for long that the present one follows.
-- Without a gap from the first that is here: each is stored together with its head.
create table core.vault_heads (
  user_id uuid not null,
  gen     bigint not null,
  sha256  bytea not null,
  constraint vault_heads_pkey PRIMARY KEY (user_id, gen),
  constraint vault_heads_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.vaults(user_id) ON DELETE CASCADE
);

create table core.vault_items (
  user_id uuid not null,
  item_id uuid not null,
  -- The generation that wrote it.
  gen     bigint not null,
  record  jsonb not null,
  -- Of its ciphertext, for the limit of a vault.
  bytes   integer generated always as (((length((record ->> 'ct'::text)) * 3) / 4)) stored,
  constraint vault_items_pkey PRIMARY KEY (user_id, item_id),
  constraint vault_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.vaults(user_id) ON DELETE CASCADE
);

CREATE INDEX vault_items_gen ON core.vault_items (user_id, gen);

-- One vault a person, opaque to the server. Records are kept as they came: the client checks every field of them.
create table core.vaults (
  user_id      uuid not null,
  vault_id     text not null,
  gen          bigint not null,
  -- "<gen>-<22 characters of the head's hash>", quotes included: If-Match is compared with it.
  etag         text not null,
  head         jsonb not null,
  -- A device reads the changes since its generation if that is this one or a later one. Earlier removals are forgotten, and
  -- the whole vault is read.
  changes_from bigint not null default 1,
  updated_at   timestamptz not null default now(),
  constraint vaults_pkey PRIMARY KEY (user_id),
  constraint vaults_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.accounts(user_id) ON DELETE CASCADE
);

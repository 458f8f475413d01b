-- What verifies a passkey (WebAuthn Level 3 §4, credential record). What it is called only the vault knows. An answer
-- names its person (user handle), so it is found beside their other rows.
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

-- Whose a passkey is: no two people register one credential (WebAuthn Level 3 §7.1).
create table core.passkey_owners (
  credential_id text primary key,
  user_id uuid not null
);

-- Ceremonies with an authenticator between their two messages. Each row is used once; of its challenge there is the hash.
create table core.passkey_challenges (
  challenge_id uuid primary key,
  purpose text not null check (purpose in ('sign_up', 'sign_in', 'add')),
  -- Whose passkey it will be: an account that is yet to come at a sign-up. Nobody's at a sign-in.
  user_id uuid,
  -- What the gesture confirms, as of core.logins.
  intent text,
  challenge_sha256 bytea not null,
  expires_at timestamptz not null
);

create index passkey_challenges_expires_at on core.passkey_challenges (expires_at);

alter table core.unlock_records add column last_used_at timestamptz;

-- New passwords of people who have an account, between their two messages. Each row is used once.
create table core.password_registrations (
  registration_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references core.accounts on delete cascade,
  credential_identifier text not null,
  -- As of a sign-up: what the same name is known by under keys that are being replaced, and the secrets it began under.
  former_identifiers text[] not null,
  setup_id text not null,
  index_key_id text not null,
  expires_at timestamptz not null
);

create index password_registrations_expires_at on core.password_registrations (expires_at);

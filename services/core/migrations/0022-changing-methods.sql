alter table core.unlock_records add column last_used_at timestamptz;

-- New passwords of people who have an account, between their two messages. Each row is used once.
create table core.password_registrations (
  registration_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references core.accounts on delete cascade,
  credential_identifier text not null,
  expires_at timestamptz not null
);

create index password_registrations_expires_at on core.password_registrations (expires_at);

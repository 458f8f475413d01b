-- Sign-ups and sign-ins between their first and their second message. Each row is used once.
create table core.registrations (
  registration_id uuid primary key default gen_random_uuid(),
  user_id uuid not null default gen_random_uuid(),
  credential_identifier text not null,
  expires_at timestamptz not null
);

create index registrations_expires_at on core.registrations (expires_at);

create table core.logins (
  login_id uuid primary key default gen_random_uuid(),
  -- Null when nobody has this name: such a sign-in runs like any other and is refused at its end.
  -- No foreign key: checking one takes time, and only for names that somebody has. That could be measured.
  user_id uuid,
  -- Sealed: whoever could read it could finish the sign-in without the password.
  sealed_state bytea not null,
  expires_at timestamptz not null
);

create index logins_expires_at on core.logins (expires_at);

-- The record that stands in for names nobody has: one for all processes, for good.
create table core.dummy_record (
  id integer primary key default 1 check (id = 1),
  registration_record text not null
);

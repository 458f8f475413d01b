-- The account key, wrapped once for each way in. The server can open none of them.
create table core.unlock_records (
  user_id uuid not null references core.accounts on delete cascade,
  unlock_id uuid not null,
  record jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, unlock_id)
);

-- How OPAQUE knows a password. The login name itself is not kept, only its keyed hash.
create table core.passwords (
  credential_identifier text primary key,
  user_id uuid not null unique references core.accounts on delete cascade,
  unlock_id uuid not null,
  registration_record text not null,
  created_at timestamptz not null default now(),
  foreign key (user_id, unlock_id) references core.unlock_records on delete cascade
);

create table core.recovery_keys (
  rec_id text primary key,
  user_id uuid not null unique references core.accounts on delete cascade,
  unlock_id uuid not null,
  auth_sha256 bytea not null,
  created_at timestamptz not null default now(),
  foreign key (user_id, unlock_id) references core.unlock_records on delete cascade
);

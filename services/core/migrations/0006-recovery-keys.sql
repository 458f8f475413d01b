create table core.recovery_keys (
  rec_id text primary key,
  user_id uuid not null unique references core.accounts on delete cascade,
  unlock_id uuid not null,
  auth_sha256 bytea not null,
  created_at timestamptz not null default now(),
  foreign key (user_id, unlock_id) references core.unlock_records on delete cascade
);

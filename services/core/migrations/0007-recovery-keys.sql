-- What proves a recovery key, by the identifier that is derived from it.
create table core.recovery_keys (
  rec_id text primary key,
  user_id uuid not null,
  unlock_id uuid not null,
  auth_sha256 bytea not null,
  created_at timestamptz not null default now()
);

-- The account key, wrapped once for each unlock method. The server can open none of them.
create table core.unlock_records (
  user_id uuid not null references core.accounts on delete cascade,
  unlock_id uuid not null,
  record jsonb not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, unlock_id)
);

-- The account key, wrapped once for each unlock method. The server can open none of them.
create table core.unlock_records (
  user_id uuid not null references core.accounts on delete cascade,
  unlock_id uuid not null,
  record jsonb not null,
  -- What the method is found by before it is known whose it is: the key of its row in core.passwords, core.passkey_owners
  -- or core.recovery_keys. That row may lie on another machine, so it is deleted with this one by name, and not by a
  -- foreign key.
  credential text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, unlock_id)
);

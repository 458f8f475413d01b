-- One vault a person, opaque to the server. The records are kept as they came: the client checks every field of them.
create table core.vaults (
  user_id uuid primary key references core.accounts on delete cascade,
  vault_id text not null,
  gen bigint not null,
  -- "<gen>-<22 characters of the head's hash>", quotes included: what If-Match is compared with.
  etag text not null,
  head jsonb not null,
  updated_at timestamptz not null default now()
);

create table core.vault_items (
  user_id uuid not null references core.vaults on delete cascade,
  item_id uuid not null,
  record jsonb not null,
  primary key (user_id, item_id)
);

-- The person's own log, sealed and chained on their devices. It only grows: nothing but the end of the account removes an entry.
create table core.activity_entries (
  user_id uuid not null references core.vaults on delete cascade,
  seq bigint not null,
  record jsonb not null,
  primary key (user_id, seq)
);

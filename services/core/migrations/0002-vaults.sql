-- One vault a person, opaque to the server. The records are kept as they came: the client checks every field of them.
create table core.vaults (
  user_id uuid primary key references core.accounts on delete cascade,
  vault_id text not null,
  gen bigint not null,
  -- "<gen>-<22 characters of the head's hash>", quotes included: what If-Match is compared with.
  etag text not null,
  head jsonb not null,
  -- A device reads what changed since the generation that it has, if that is this one or a later one: what was removed
  -- before it is forgotten, and the whole vault is read.
  changes_from bigint not null default 1,
  updated_at timestamptz not null default now()
);

-- Of every head that a vault had, its hash: what proves to a device that was away for long that the present one follows.
-- Without a gap from the first that is here: each is stored together with its head.
create table core.vault_heads (
  user_id uuid not null references core.vaults on delete cascade,
  gen bigint not null,
  sha256 bytea not null,
  primary key (user_id, gen)
);

create table core.vault_items (
  user_id uuid not null references core.vaults on delete cascade,
  item_id uuid not null,
  -- The generation that wrote it.
  gen bigint not null,
  record jsonb not null,
  -- Of its ciphertext, which the bound of a vault is in.
  bytes integer generated always as (length(record ->> 'ct') * 3 / 4) stored,
  primary key (user_id, item_id)
);

create index vault_items_gen on core.vault_items (user_id, gen);

-- Ciphertext does not get smaller: trying costs half of the time of a large write.
alter table core.vault_items alter column record set storage external;

create table core.removed_items (
  user_id uuid not null references core.vaults on delete cascade,
  item_id uuid not null,
  -- The generation that removed it.
  gen bigint not null,
  primary key (user_id, item_id)
);

-- The person's own log, sealed and chained on their devices. It only grows, and of what is too old the server forgets.
create table core.activity_entries (
  user_id uuid not null references core.vaults on delete cascade,
  seq bigint not null,
  record jsonb not null,
  primary key (user_id, seq)
);

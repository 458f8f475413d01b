-- A device reads what changed since the generation that it has, if that is this one or a later one: what was removed
-- before it is forgotten, and the whole vault is read.
alter table core.vaults add column changes_from bigint not null default 1;
update core.vaults set changes_from = gen;

alter table core.vault_items
  -- The generation that wrote it.
  add column gen bigint not null default 1,
  -- Of its ciphertext, which the bound of a vault is in.
  add column bytes integer generated always as (length(record ->> 'ct') * 3 / 4) stored,
  -- Ciphertext does not get smaller: trying costs half of the time of a large write.
  alter column record set storage external;
alter table core.vault_items alter column gen drop default;
create index vault_items_gen on core.vault_items (user_id, gen);

create table core.removed_items (
  user_id uuid not null references core.vaults on delete cascade,
  item_id uuid not null,
  -- The generation that removed it.
  gen bigint not null,
  primary key (user_id, item_id)
);

-- Items of a write that is larger than a body, until the write names them: one of each kind a person, so that nobody
-- who can only commit takes away what their rotation has gathered.
create table core.stagings (
  user_id uuid not null references core.vaults on delete cascade,
  kind text not null check (kind in ('commit', 'rotation')),
  -- Chosen by the device.
  staging_id uuid not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

create index stagings_expires_at on core.stagings (expires_at);

create table core.staged_items (
  user_id uuid not null,
  kind text not null,
  item_id uuid not null,
  ak_gen bigint not null,
  record jsonb not null,
  bytes integer generated always as (length(record ->> 'ct') * 3 / 4) stored,
  primary key (user_id, kind, item_id),
  foreign key (user_id, kind) references core.stagings on delete cascade
);

alter table core.staged_items alter column record set storage external;

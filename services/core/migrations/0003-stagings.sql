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

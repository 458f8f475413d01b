-- The person's own log, sealed and chained on their devices. It only grows: nothing but the end of the account removes an entry.
create table core.activity_entries (
  user_id uuid not null references core.vaults on delete cascade,
  seq bigint not null,
  record jsonb not null,
  primary key (user_id, seq)
);

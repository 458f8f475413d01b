-- What all processes have counted together, by keyed hashes of networks and accounts. Unlogged, because a crash may forget it.
create unlogged table core.rate_limits (
  key     text primary key,
  count   bigint not null,
  ends_at timestamptz not null,
  -- When it was added. Beside it, ends_at tells without a clock whether the window that was there has ended.
  counted_at timestamptz not null
);

create index rate_limits_ends_at on core.rate_limits (ends_at);

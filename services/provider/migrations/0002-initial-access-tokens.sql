-- What lets somebody register an app (RFC 7591 §3). Without a number of uses it is good until it expires.
create table provider.initial_access_tokens (
  token_id       uuid primary key default gen_random_uuid(),
  token_hash     bytea not null unique,
  remaining_uses integer check (remaining_uses >= 0),
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null
);

create index initial_access_tokens_expiry on provider.initial_access_tokens (expires_at);

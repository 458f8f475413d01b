-- What a person allowed an app, and the one place that says which refresh token is alive: the current one, and the one
-- before it until the current pair is first used. Every rotation and every replay is decided under this row's lock.
create table provider.grants (
  grant_id                    uuid primary key,
  client_id                   text not null,
  user_id                     text not null,
  scopes                      text[] not null,
  refresh_token_hash          bytea not null,
  previous_refresh_token_hash bytea,
  access_token_hash           bytea not null, -- the newest one, which dies with its refresh token if that is replaced unused
  created_at                  timestamptz not null default now(),
  last_used_at                timestamptz not null default now(),
  revoked_at                  timestamptz
);

create index grants_of_user on provider.grants (user_id);

-- Every refresh token that was ever issued, until it expires: a reused one must still find its grant.
create table provider.refresh_tokens (
  token_hash bytea primary key,
  grant_id   uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index refresh_tokens_expiry on provider.refresh_tokens (expires_at);

create table provider.access_tokens (
  token_hash bytea primary key,
  grant_id   uuid not null,
  scopes     text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index access_tokens_expiry on provider.access_tokens (expires_at);

-- The latest refresh tokens of a grant, until they expire: a reused one must still find its grant.
create table provider.refresh_tokens (
  token_hash bytea primary key,
  grant_id   uuid not null,
  rotation   integer not null default 0, -- which rotation of the grant it came from
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index refresh_tokens_expiry on provider.refresh_tokens (expires_at);
create index refresh_tokens_of_grant on provider.refresh_tokens (grant_id, rotation);

create table provider.access_tokens (
  token_hash             bytea primary key,
  grant_id               uuid not null,
  scopes                 text[] not null,
  jkt                    text, -- the thumbprint of the key that it works with (RFC 9449 §6.1); null if it works for any bearer
  sealed_userinfo_claims bytea, -- for userinfo, as they came with the code
  masked_userinfo_key    bit(256),
  created_at             timestamptz not null default now(),
  expires_at             timestamptz not null
);

create index access_tokens_expiry on provider.access_tokens (expires_at);

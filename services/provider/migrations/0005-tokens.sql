-- The refresh tokens of a grant that newer ones have taken the place of: a reused one must still end its grant. They leave
-- with it, or when enough newer ones have come.
create table provider.refresh_tokens (
  grant_id   uuid not null,
  rotation   integer not null, -- which rotation of the grant it came from
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (grant_id, rotation)
);

create table provider.access_tokens (
  grant_id               uuid not null,
  created_at             timestamptz not null default now(),
  expires_at             timestamptz not null,
  token_hash             bytea not null,
  scopes                 text[], -- null: all of the grant's
  jkt                    text, -- the thumbprint of the key that it works with (RFC 9449 §6.1); null if it works for any bearer
  sealed_userinfo_claims bytea, -- for userinfo, as they came with the code
  masked_userinfo_key    bit(256),
  primary key (grant_id, token_hash)
);

create index access_tokens_expiry on provider.access_tokens (expires_at);

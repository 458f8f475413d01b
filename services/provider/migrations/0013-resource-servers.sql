-- APIs that access tokens are for (RFC 8707). Their scopes are the rows of provider.scopes that name them. Who changes a row
-- says so as for scopes (tellOfScopeChange).
create table provider.resource_servers (
  resource                         text primary key, -- the address that apps name it by, and the audience of its tokens
  resource_id                      uuid not null unique default gen_random_uuid(), -- its name in an address
  name                             text not null, -- what people read that an app would reach
  access_token_format              text not null check (access_token_format in ('opaque', 'jwt')),
  access_token_signed_response_alg text not null check (access_token_signed_response_alg in ('ES256', 'RS256')),
  client_id                        text not null, -- whoever may ask about its tokens (RFC 7662)
  created_at                       timestamptz not null default now()
);

-- Null: the token is for this service alone, as all were before.
alter table provider.access_tokens
  add column audience text;

-- Access tokens that an app has for its own calls (RFC 6749 §4.4): no person allowed them, so no grant has them.
create table provider.client_access_tokens (
  token_id   uuid primary key, -- the token carries it
  token_hash bytea not null,
  client_id  text not null,
  scopes     text[] not null,
  audience   text not null,
  jkt        text, -- the thumbprint of the key that it works with; null if it works for any bearer
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index client_access_tokens_expiry on provider.client_access_tokens (expires_at);

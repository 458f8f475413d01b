-- Registered apps. A handful of rows that every process keeps in memory for a few seconds.
create table provider.clients (
  client_id                             text primary key,
  name                                  text not null,
  description                           text not null,
  logo                                  bytea,
  logo_type                             text,
  policy_uri                            text,
  tos_uri                               text,
  redirect_uris                         text[] not null,
  post_logout_redirect_uris             text[] not null default '{}',
  private_use_schemes                   text[] not null default '{}', -- schemes without a dot, of native apps
  scopes                                jsonb not null, -- [{ "name", "reason", "required" }]: what the app may ask for, and why it does

  -- How it proves itself and what it has bound itself to (RFC 7591 §2, RFC 9126 §6, RFC 9449 §5.2).
  token_endpoint_auth_method            text not null
    check (token_endpoint_auth_method in ('client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none')),
  jwks                                  jsonb, -- public keys: of private_key_jwt
  jwks_uri                              text, -- where a private_key_jwt client publishes its keys
  require_pkce                          boolean not null,
  require_pushed_authorization_requests boolean not null default false,
  dpop_bound_access_tokens              boolean not null default false,

  -- What it learns of a person, and how (OpenID Connect Core §8, OpenID Connect Registration §2).
  subject_type                          text not null default 'public' check (subject_type in ('public', 'pairwise')),
  sector_identifier_uri                 text,
  id_token_signed_response_alg          text not null check (id_token_signed_response_alg in ('ES256', 'RS256')),
  id_token_claims                       boolean not null default false, -- an operator may allow claims in the id_token too
  claims_encryption_jwk                 jsonb, -- the app's public key for sealed claims
  verified_claims_required              text[] not null default '{}', -- claims that it takes verified, or not at all
  credentials_requested                 jsonb not null default '[]', -- claims of credentials that others have issued

  registration_access_token_hash        bytea, -- of an app that registered itself (RFC 7592 §3)
  created_at                            timestamptz not null default now()
);

-- Several secrets may be valid at once, so that an app can change over without an outage.
create table provider.client_secrets (
  secret_hash  bytea primary key,
  secret_id    uuid not null default gen_random_uuid(), -- its name, so that one of several can be told apart and removed
  client_id    text not null references provider.clients on delete cascade,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  last_used_at timestamptz
);

create unique index client_secrets_by_id on provider.client_secrets (secret_id);
create index client_secrets_of_client on provider.client_secrets (client_id);

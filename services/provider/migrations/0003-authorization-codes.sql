-- A code is found by its hash. The data token is sealed under a key that only the code itself yields, and leaves on redemption.
create table provider.authorization_codes (
  code_hash             bytea primary key,
  auth_request_id       uuid not null,
  client_id             text not null,
  user_id               text not null,
  redirect_uri          text not null,
  code_challenge        text,
  approved_scopes       text[] not null,
  sealed_data_token     bytea,
  data_token_expires_at timestamptz not null,
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null,
  used_at               timestamptz,
  grant_id              uuid -- what the code was exchanged for, so that a replay can revoke it
);

create index authorization_codes_expiry on provider.authorization_codes (expires_at);

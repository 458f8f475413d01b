-- A code is found by its hash. What it leads to is sealed under keys that only the code itself yields, and leaves on redemption.
create table provider.authorization_codes (
  code_hash              bytea primary key,
  auth_request_id        uuid not null,
  client_id              text not null,
  user_id                text not null,
  redirect_uri           text not null,
  code_challenge         text,
  dpop_jkt               text,
  nonce                  text,
  approved_scopes        text[] not null,
  sealed_data_token      bytea,
  data_token_expires_at  timestamptz not null,

  -- Approved claims for userinfo, encrypted under a random key that is itself masked: by the code until it is redeemed, by the
  -- access token from then on. Neither mask is in the database.
  sealed_userinfo_claims bytea,
  masked_userinfo_key    bit(256),

  created_at             timestamptz not null default now(),
  expires_at             timestamptz not null,
  used_at                timestamptz,
  grant_id               uuid -- what the code was exchanged for, so that a replay can revoke it
);

create index authorization_codes_expiry on provider.authorization_codes (expires_at);

-- What a code that nobody redeemed still holds is erased at its expiry; the code itself stays a day.
create index authorization_codes_to_erase on provider.authorization_codes (expires_at) where sealed_data_token is not null;

-- A person's codes, to end them together with the grants. Without a condition on used_at: a condition would make
-- spending a code touch every index of its row.
create index authorization_codes_of_user on provider.authorization_codes (user_id);

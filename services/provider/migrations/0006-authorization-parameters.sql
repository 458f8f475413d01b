-- What else an authorization request may ask for (OpenID Connect Core §3.1.2.1, RFC 9449 §10), and what its code takes along.
alter table provider.authorization_requests
  add column prompt            text,
  add column nonce             text,
  add column max_age           integer, -- seconds
  add column sealed_login_hint bytea,   -- names a person: sealed under a key that the database does not hold
  add column dpop_jkt          text;    -- the thumbprint of the key that the code must be redeemed with

alter table provider.authorization_codes
  add column nonce    text,
  add column dpop_jkt text;

-- A challenge that comes again within its retention means that an app does not make a new one for every request
-- (RFC 9700 §2.1.1). It stands apart from the requests, so that it outlives them and can be cleaned by itself.
create table provider.used_code_challenges (
  client_id      text not null,
  code_challenge text not null,
  expires_at     timestamptz not null,
  primary key (client_id, code_challenge)
);

create index used_code_challenges_expiry on provider.used_code_challenges (expires_at);

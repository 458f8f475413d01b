-- What an app asks of a person (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 9449 §10). A pushed request (RFC 9126)
-- waits for its browser, with a request_uri that is known here by its hash only.
-- The identifier is drawn from client and challenge, so the primary key notices a challenge that comes again.
-- No foreign key to clients here or below: each insert would lock the one row of a busy client.
create table provider.authorization_requests (
  auth_request_id   uuid primary key,
  client_id         text not null,
  redirect_uri      text not null,
  requested_scopes  text[] not null,
  state             text not null, -- empty when the app sent none
  response_mode     text check (response_mode = 'form_post'), -- null is the query of its redirect URI, which nearly all want
  code_challenge    text,
  nonce             text,    -- what the app recognises its own request by in the id_token
  prompt            text,
  max_age           integer, -- seconds
  sealed_login_hint bytea,   -- names a person: sealed under a key that the database does not hold
  dpop_jkt          text,    -- the thumbprint of the key that the code must be redeemed with
  request_uri_hash  bytea,   -- of a pushed request

  -- What it asks for, as a keyed digest: the same address opened again finds its request by this, and a challenge that comes
  -- with anything else is refused. Absent where no address can come twice: a pushed request, and one without a challenge.
  parameters_digest bytea,

  status            text not null default 'pending' check (status in ('pushed', 'pending', 'approved', 'denied')),
  opened_by         text, -- whoever is signed in when the consent page first reads it: from then on it is theirs alone to answer
  user_id           text, -- whoever answered
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  decided_at        timestamptz
);

create unique index authorization_requests_request_uri on provider.authorization_requests (request_uri_hash)
  where request_uri_hash is not null;

-- Finds every request that a person has opened or answered, when all that they allow ends, or their account does.
create index authorization_requests_of_user on provider.authorization_requests ((coalesce(opened_by, user_id)))
  where coalesce(opened_by, user_id) is not null;

-- A request that nobody opened or answered leaves when it expires; one that somebody did stays a day longer.
create index authorization_requests_unopened_expiry on provider.authorization_requests (expires_at)
  where coalesce(opened_by, user_id) is null;
create index authorization_requests_opened_expiry on provider.authorization_requests (expires_at)
  where coalesce(opened_by, user_id) is not null;

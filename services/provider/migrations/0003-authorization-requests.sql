-- What an app asks of a person (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 9449 §10), what they answered, and the
-- code that the answer led to: one row from the beginning of a flow to its end. Its identifier is the flow's: code, grant and
-- tokens carry it, so all rows of a flow are found by it, and lie together where rows are spread over machines.
-- The identifier is drawn from client and challenge, so the primary key notices a challenge that comes again.
-- No foreign key to clients here or below: each insert would lock the one row of a busy client.
create table provider.authorization_requests (
  auth_request_id   uuid primary key,
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  leaves_at         timestamptz not null, -- nobody needs it from then on
  status            text not null default 'pending' check (status in ('pushed', 'pending', 'approved', 'denied')),
  given_back        boolean not null default false, -- whoever had opened it left it to whoever opens it next, and to nothing that was on its way

  client_id         text not null,
  redirect_uri      text not null,
  requested_scopes  text[] not null,
  state             text not null, -- empty when the app sent none
  user_id           text,    -- whoever is signed in when the consent page first reads it: from then on it is theirs alone to answer

  response_mode     text check (response_mode = 'form_post'), -- null is the query of its redirect URI, which nearly all want
  code_challenge    text,
  nonce             text,    -- what the app recognises its own request by in the id_token
  prompt            text,
  max_age           integer, -- seconds
  sealed_login_hint bytea,   -- names a person: sealed under a key that the database does not hold
  hinted_subject    text,    -- whom the app asks for by an id_token_hint, by the name that it knows them under; nobody else may answer
  dpop_jkt          text,    -- the thumbprint of the key that the code must be redeemed with
  request_uri_hash  bytea,   -- of a pushed request (RFC 9126): its request_uri holds the identifier, and is known by its hash only

  -- What it asks for, as a keyed digest: the same address opened again finds its request by this, and a challenge that comes
  -- with anything else is refused. Absent where no address can come twice: a pushed request, and one without a challenge.
  parameters_digest bytea,

  -- How it was answered. What the code leads to is sealed under keys that only the code itself yields, and leaves on redemption.
  decided_at             timestamptz,
  code_hash              bytea,
  code_expires_at        timestamptz,
  code_used_at           timestamptz,
  approved_scopes        text[],
  once                   boolean,     -- what the person said of how long the app may come back: only for this once,
  grant_ends_at          timestamptz, -- or until then
  sealed_data_token      bytea,
  data_token_expires_at  timestamptz,

  -- Approved claims for userinfo, encrypted under a random key that is itself masked: by the code until it is redeemed, by the
  -- access token from then on. Neither mask is in the database.
  sealed_userinfo_claims bytea,
  masked_userinfo_key    bit(256)
);

-- None changes after the request was opened: to approve it, and to redeem its code, touches no index.
-- All that a person has open or approved, when what they allow ends, or their account does.
create index authorization_requests_of_user on provider.authorization_requests (user_id) where user_id is not null;
-- The few that ask for somebody in particular, when that person's account ends.
create index authorization_requests_of_hinted on provider.authorization_requests (hinted_subject) where hinted_subject is not null;
create index authorization_requests_leaving on provider.authorization_requests (leaves_at);

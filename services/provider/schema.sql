-- Generated from migrations/ by `npm run generate`, to read: the tables as they are now. Nothing runs this file.

-- The entries of an operator's apps file (APPS_FILE): changed there and nowhere else.
create table provider.apps_file_entries (
  kind    text not null,
  name    text not null, -- the client_id, the name, or the address of a resource server
  left_at timestamptz, -- the file names it no more: anyone may change it, and --prune removes it
  constraint apps_file_entries_pkey PRIMARY KEY (kind, name),
  constraint apps_file_entries_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'scope'::text, 'claim'::text, 'resource_server'::text])))
);

-- Decisions by identifiers, never by values. No foreign keys: the trail outlives its subjects.
create table provider.audit_events (
  event_id        uuid not null, -- version 7: in the order of time
  at              timestamptz not null,
  event           text not null,
  outcome         text, -- why it was refused or revoked
  client_id       text,
  user_id         text,
  grant_id        uuid,
  auth_request_id uuid,
  network         text, -- the caller's IPv4 address, or the /64 of its IPv6 address
  actor_id        text, -- the operator who acted on an account, where they have one themselves
  reason          text, -- of an operator's act
  times           integer not null default 1, -- the same refusal of the same network is one row an hour
  constraint audit_events_pkey PRIMARY KEY (event_id)
);

CREATE INDEX audit_events_by_name ON provider.audit_events (event, event_id);
CREATE INDEX audit_events_of_actor ON provider.audit_events (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_events_of_client ON provider.audit_events (client_id, event_id) WHERE (client_id IS NOT NULL);
CREATE INDEX audit_events_of_user ON provider.audit_events (user_id, event_id) WHERE (user_id IS NOT NULL);

-- An authorization request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1, RFC 9449 §10), the person's answer and the code:
-- one row from the beginning of a flow to its end. Code, grant and tokens carry its identifier, so all rows of a flow are
-- found by it, and lie together where rows are spread over machines.
-- The identifier is drawn from client and challenge, so the primary key notices a challenge that comes again.
-- No foreign key to clients here or below: each insert would lock the one row of a busy client.
create table provider.authorization_requests (
  auth_request_id        uuid not null,
  created_at             timestamptz not null default now(),
  expires_at             timestamptz not null,
  leaves_at              timestamptz not null, -- deleted after it
  status                 text not null default 'pending'::text,
  given_back             boolean not null default false, -- its person left it to the next one; calls under way no longer count

  client_id              text not null,
  redirect_uri           text not null,
  requested_scopes       text[] not null,
  state                  text not null, -- empty when the app sent none
  user_id                text, -- bound by the first reading of the consent page: only this person may answer from then on
  session_id             uuid, -- that it was approved in; the id_token has a pseudonym of it (sid), and the app is told its end

  response_mode          text, -- null: the query of its redirect URI
  code_challenge         text,
  nonce                  text, -- returned in the id_token
  prompt                 text,
  max_age                integer, -- seconds
  sealed_login_hint      bytea, -- names a person
  hinted_subject         text, -- of an id_token_hint, by the app's name for the person: no one else may answer
  dpop_jkt               text, -- the thumbprint of the key that the code must be redeemed with
  request_uri_hash       bytea, -- of a pushed request (RFC 9126)

  -- A keyed digest of all parameters: the same address opened again finds its request by this, and a challenge that comes
  -- with other parameters is refused. Null where no address can come twice: a pushed request, and one without a challenge.
  parameters_digest      bytea,

  -- The answer. The code's results are sealed under keys that only the code itself yields, and leave on redemption.
  decided_at             timestamptz,
  code_hash              bytea,
  code_expires_at        timestamptz,
  code_used_at           timestamptz,
  approved_scopes        text[],
  once                   boolean, -- approved for one sign-in only,
  grant_ends_at          timestamptz, -- or until then
  sealed_data_token      bytea,
  data_token_expires_at  timestamptz,

  -- Approved claims for userinfo, encrypted under a random key that is itself masked by the code.
  -- That mask is not in the database. Redemption hands them on to the grant.
  sealed_userinfo_claims bytea,
  masked_userinfo_key    bit(256),
  keeps_up_to_date       boolean not null default false,
  accepted_acr           text[],
  requested_claims       text[],
  essential_claims       text[],
  id_token_claims        text[],
  auth_time              timestamptz,
  acr                    text,
  constraint authorization_requests_pkey PRIMARY KEY (auth_request_id),
  constraint authorization_requests_response_mode_check CHECK ((response_mode = 'form_post'::text)),
  constraint authorization_requests_status_check CHECK ((status = ANY (ARRAY['pushed'::text, 'pending'::text, 'approved'::text, 'denied'::text])))
);

CREATE INDEX authorization_requests_leaving ON provider.authorization_requests (leaves_at);
CREATE INDEX authorization_requests_of_hinted ON provider.authorization_requests (hinted_subject) WHERE (hinted_subject IS NOT NULL);
-- Approval and redemption change no indexed column.
-- A person's requests, when their permission or their account ends.
CREATE INDEX authorization_requests_of_user ON provider.authorization_requests (user_id) WHERE (user_id IS NOT NULL);

create table provider.claims (
  name        text not null,
  openid_name text not null, -- in userinfo and id_tokens
  labels      jsonb not null, -- by language; English is always there
  created_at  timestamptz not null default now(),
  constraint claims_pkey PRIMARY KEY (name)
);

-- Access tokens of an app for its own calls (RFC 6749 §4.4): no person allowed them, so they have no grant.
create table provider.client_access_tokens (
  token_id   uuid not null, -- the token carries it
  token_hash bytea not null,
  client_id  text not null,
  scopes     text[] not null,
  audience   text not null,
  jkt        text, -- the thumbprint of its key; null: any bearer may use it
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint client_access_tokens_pkey PRIMARY KEY (token_id)
);

CREATE INDEX client_access_tokens_expiry ON provider.client_access_tokens (expires_at);

-- Client id metadata documents as last fetched: a restart, another process and a refresh need no fetch. A row leaves soon
-- unless its app is used.
create table provider.client_documents (
  client_id text not null,
  document  bytea not null,
  read_at   timestamptz not null default now(),
  leaves_at timestamptz not null,
  constraint client_documents_pkey PRIMARY KEY (client_id)
);

CREATE INDEX client_documents_leaving ON provider.client_documents (leaves_at);

-- Several secrets may be valid at once, so that an app can change over without an outage.
create table provider.client_secrets (
  secret_hash  bytea not null,
  secret_id    uuid not null default gen_random_uuid(), -- names one of several, to remove it
  client_id    text not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  last_used_at timestamptz,
  constraint client_secrets_pkey PRIMARY KEY (secret_hash),
  constraint client_secrets_client_id_fkey FOREIGN KEY (client_id) REFERENCES provider.clients(client_id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX client_secrets_by_id ON provider.client_secrets (secret_id);
CREATE INDEX client_secrets_of_client ON provider.client_secrets (client_id);

-- Registered apps. A handful of rows that every process caches for a few seconds.
create table provider.clients (
  client_id                             text not null,
  name                                  text not null,
  description                           text not null,
  texts                                 jsonb not null default '{}'::jsonb, -- in other languages, by BCP 47 tag (RFC 7591 §2.2)
  logo                                  bytea,
  logo_type                             text,
  policy_uri                            text,
  tos_uri                               text,
  redirect_uris                         text[] not null,
  post_logout_redirect_uris             text[] not null default '{}'::text[],
  private_use_schemes                   text[] not null default '{}'::text[], -- schemes without a dot, of native apps
  scopes                                jsonb not null, -- [{ "name", "reason", "required" }] that the app may request
  grant_types                           text[] not null default '{authorization_code,refresh_token}'::text[], -- RFC 7591 §2

  -- Authentication and commitments (RFC 7591 §2, RFC 9126 §6, RFC 9449 §5.2).
  token_endpoint_auth_method            text not null,
  jwks                                  jsonb, -- public keys of private_key_jwt
  jwks_uri                              text, -- where a private_key_jwt client publishes its keys
  require_pkce                          boolean not null,
  require_pushed_authorization_requests boolean not null default false,
  dpop_bound_access_tokens              boolean not null default false,

  -- Subjects and claims (OpenID Connect Core §8, OpenID Connect Registration §2).
  subject_type                          text not null default 'public'::text,
  sector_identifier_uri                 text,
  id_token_signed_response_alg          text not null,
  id_token_claims                       boolean not null default false, -- an operator may allow claims in the id_token too
  claims_encryption_jwk                 jsonb, -- the app's public key for sealed claims
  verified_claims_required              text[] not null default '{}'::text[], -- claims that it takes verified, or not at all
  credentials_requested                 jsonb not null default '[]'::jsonb, -- claims of credentials of other issuers

  -- Where it is told that a sign-in has ended, and whether which one (OpenID Connect Back-Channel Logout §2.2).
  backchannel_logout_uri                text,
  backchannel_logout_session_required   boolean not null default false,

  owner                                 text, -- the person who registered it in the console
  registration_access_token_hash        bytea, -- of an app that registered itself (RFC 7592 §3)
  created_at                            timestamptz not null default now(),
  disabled_at                           timestamptz, -- refused from then on
  keeps_up_to_date                      boolean not null default false,
  events_uri                            text,
  default_max_age                       integer,
  require_auth_time                     boolean not null default false,
  default_acr_values                    text[] not null default '{}'::text[],
  constraint clients_pkey PRIMARY KEY (client_id),
  constraint clients_id_token_signed_response_alg_check CHECK ((id_token_signed_response_alg = ANY (ARRAY['ES256'::text, 'RS256'::text]))),
  constraint clients_subject_type_check CHECK ((subject_type = ANY (ARRAY['public'::text, 'pairwise'::text]))),
  constraint clients_token_endpoint_auth_method_check CHECK ((token_endpoint_auth_method = ANY (ARRAY['client_secret_post'::text, 'client_secret_basic'::text, 'private_key_jwt'::text, 'none'::text])))
);

CREATE INDEX clients_of_owner ON provider.clients (owner) WHERE (owner IS NOT NULL);

-- The device's side of a request without a browser of its own (RFC 8628), beside the authorization request. Only polls read
-- it, so it costs other flows nothing.
create table provider.device_requests (
  auth_request_id  uuid not null,
  device_code_hash bytea not null,
  public_key       bytea not null, -- X25519; its private key follows from the device code, which only the device has
  interval_seconds integer not null, -- between two polls; longer each time that one came too soon
  polled_at        timestamptz,
  sealed_code      bytea, -- the authorization code of the approval, sealed to the public key
  leaves_at        timestamptz not null,
  constraint device_requests_pkey PRIMARY KEY (auth_request_id)
);

CREATE INDEX device_requests_leaving ON provider.device_requests (leaves_at);

-- Audit events that wait to be sent to the operator (EVENTS_URL). The message is made from the event when it is sent.
create table provider.event_deliveries (
  event_id        uuid not null,
  event           text not null,
  queue           text not null, -- its account, else its client: sent one after another. Once the person is erased, the event itself
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null, -- a sender moves it on first: no other takes the row until then
  failed_at       timestamptz, -- the last attempt, if it failed
  failure         text, -- in our words, without the address
  constraint event_deliveries_pkey PRIMARY KEY (event_id)
);

CREATE INDEX event_deliveries_due ON provider.event_deliveries (next_attempt_at);
CREATE INDEX event_deliveries_expiry ON provider.event_deliveries (expires_at);
CREATE INDEX event_deliveries_of_queue ON provider.event_deliveries (queue, event_id);

-- A person's permission for an app, and where its chain of refresh tokens stands. No token is kept: each follows from the one
-- before it and TOKEN_SECRET, and access tokens hold their own times. A rotation changes this row alone, and no indexed column.
create table provider.grants (
  grant_id                 uuid not null, -- the authorization request that it comes from
  created_at               timestamptz not null default now(),
  expires_at               timestamptz not null, -- however often its refresh token is rotated
  leaves_at                timestamptz not null, -- cleaning looks at it then: erases it, or sets the next time
  ends_at                  timestamptz, -- set by the person: no token outlives it; of one for once, not its only access token
  revoked_at               timestamptz,
  once                     boolean not null default false, -- for one sign-in only: allows no silent sign-in
  client_id                text not null,
  user_id                  text not null,
  session_id               uuid, -- that it was approved in
  scopes                   text[] not null,
  dpop_jkt                 text, -- of a public client: nothing else binds its refresh tokens

  -- The current pair of tokens.
  rotation                 integer not null default 0, -- how often its refresh token was rotated
  refresh_token_hash       bytea not null,
  is_pair_used             boolean not null default false, -- so its app has it, and needs the refresh token before it no more
  issued_at                timestamptz not null default now(),
  refresh_token_expires_at timestamptz not null,
  access_token_expires_at  timestamptz not null,
  access_token_salt        bytea not null, -- random; with TOKEN_SECRET the key that its access tokens are sealed under

  -- Claims for userinfo as they came with the code, under a random key that is masked by the current refresh token. A rotation
  -- hands the key on from mask to mask; no mask is in the database, and access tokens carry the key itself.
  sealed_userinfo_claims   bytea,
  masked_userinfo_key      bit(256),
  keeps_up_to_date         boolean not null default false,
  update_version           bigint,
  sealed_update            bytea,
  update_rotation          integer,
  auth_time                timestamptz,
  acr                      text,
  constraint grants_pkey PRIMARY KEY (grant_id)
);

CREATE INDEX grants_leaving ON provider.grants (leaves_at);
CREATE INDEX grants_of_user ON provider.grants (user_id);

-- Permission to register an app (RFC 7591 §3). Without a number of uses it is valid until it expires.
create table provider.initial_access_tokens (
  token_id       uuid not null default gen_random_uuid(),
  token_hash     bytea not null,
  remaining_uses integer,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  constraint initial_access_tokens_pkey PRIMARY KEY (token_id),
  constraint initial_access_tokens_remaining_uses_check CHECK ((remaining_uses >= 0)),
  constraint initial_access_tokens_token_hash_key UNIQUE (token_hash)
);

CREATE INDEX initial_access_tokens_expiry ON provider.initial_access_tokens (expires_at);

create table provider.migrations (
  name          text not null,
  checksum      text not null,
  applied_at    timestamptz not null default now(),
  program       text,
  needs_version text,
  constraint migrations_pkey PRIMARY KEY (name)
);

-- Logouts that apps are still to be told, until they have taken them or it is too late. An app's rows lie together.
create table provider.pending_logouts (
  client_id        text not null,
  logout_id        uuid not null, -- of one session, its identifier: it is not noted twice
  sealed_user_id   bytea not null, -- an account that has ended is not named here
  session_id       uuid, -- null: every sign-in of the person at this app has ended
  created_at       timestamptz not null default now(),
  attempts         integer not null default 0,
  next_attempt_at  timestamptz not null default now(), -- a sender moves it on first: no other takes the row until then
  expires_at       timestamptz not null,
  changed_grant_id uuid,
  constraint pending_logouts_pkey PRIMARY KEY (client_id, logout_id)
);

CREATE INDEX pending_logouts_due ON provider.pending_logouts (next_attempt_at);
CREATE INDEX pending_logouts_expiry ON provider.pending_logouts (expires_at);
-- The next one of an app, however many wait: they are sent app by app.
CREATE INDEX pending_logouts_of_app ON provider.pending_logouts (client_id, next_attempt_at);

-- Counts of all processes together, by keyed hashes of networks and accounts. Unlogged, because a crash may forget them.
create unlogged table provider.rate_limits (
  key        text not null,
  count      bigint not null,
  ends_at    timestamptz not null,
  counted_at timestamptz not null, -- when it was added; with ends_at it tells without a clock whether the last window has ended
  constraint rate_limits_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_limits_ends_at ON provider.rate_limits (ends_at);

-- APIs that access tokens are for (RFC 8707). Their scopes are the rows of provider.scopes that name them.
create table provider.resource_servers (
  resource                         text not null, -- the address that apps name it by, and the audience of its tokens
  resource_id                      uuid not null default gen_random_uuid(), -- its name in an address
  name                             text not null, -- shown to people
  access_token_format              text not null,
  access_token_signed_response_alg text not null,
  client_id                        text not null, -- the client that may introspect its tokens (RFC 7662)
  created_at                       timestamptz not null default now(),
  constraint resource_servers_pkey PRIMARY KEY (resource),
  constraint resource_servers_access_token_format_check CHECK ((access_token_format = ANY (ARRAY['opaque'::text, 'jwt'::text]))),
  constraint resource_servers_access_token_signed_response_alg_check CHECK ((access_token_signed_response_alg = ANY (ARRAY['ES256'::text, 'RS256'::text]))),
  constraint resource_servers_resource_id_key UNIQUE (resource_id)
);

create table provider.scopes (
  name       text not null,
  resource   text, -- its resource server; null: it is about the person's own data
  texts      jsonb not null, -- title and description by language; English is always there
  claims     text[] not null default '{}'::text[], -- that it releases: built-in ones, and rows of provider.claims
  created_at timestamptz not null default now(),
  constraint scopes_pkey PRIMARY KEY (name)
);

-- The provider's own keys. A private half leaves on retirement.
-- HS256 is the secret behind pairwise subjects: it is never published and never replaced.
create table provider.signing_keys (
  kid                text not null,
  algorithm          text not null,
  generation         integer not null,
  public_jwk         jsonb,
  sealed_private_key bytea,
  created_at         timestamptz not null default now(), -- published from here on
  active_from        timestamptz not null, -- signs from here on
  retires_at         timestamptz, -- signs no more
  removed_at         timestamptz, -- published no more
  constraint signing_keys_pkey PRIMARY KEY (kid),
  constraint signing_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['ES256'::text, 'RS256'::text, 'HS256'::text]))),
  constraint signing_keys_algorithm_generation_key UNIQUE (algorithm, generation)
);

-- People whose tokens rest. Of two messages of core the one with the higher change counts, in any order. A table of its own,
-- not a column of grants: one row covers codes and grants that are made meanwhile, and the end of it restores nothing.
create table provider.suspensions (
  user_id      text not null,
  change       integer not null, -- how often the account was suspended or unsuspended
  is_suspended boolean not null,
  constraint suspensions_pkey PRIMARY KEY (user_id)
);

-- JWTs that may be used once: client assertions (RFC 7523 §3) and DPoP proofs (RFC 9449 §11.1). A row outlives its JWT.
create table provider.used_jwts (
  digest     bytea not null, -- of kind, owner and jti, so that none collides with another's
  expires_at timestamptz not null,
  constraint used_jwts_pkey PRIMARY KEY (digest)
);

CREATE INDEX used_jwts_expiry ON provider.used_jwts (expires_at);

-- Codes that people type. So short that a plain hash could be searched through: hence keyed.
create table provider.user_codes (
  user_code_digest bytea not null,
  auth_request_id  uuid not null,
  created_at       timestamptz not null default now(),
  leaves_at        timestamptz not null,
  constraint user_codes_pkey PRIMARY KEY (user_code_digest)
);

CREATE INDEX user_codes_leaving ON provider.user_codes (leaves_at);

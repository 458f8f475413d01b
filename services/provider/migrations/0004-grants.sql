-- What a person allowed an app, and the one place that says which refresh token is alive: the current one, and the one
-- before it until the current pair is first used. Every rotation and every replay is decided under this row's lock.
create table provider.grants (
  grant_id                    uuid primary key, -- the authorization request that it comes from
  created_at                  timestamptz not null default now(),
  last_used_at                timestamptz not null default now(), -- when the current refresh token was issued
  refresh_token_expires_at    timestamptz not null,
  leaves_at                   timestamptz not null, -- nobody needs it from then on; moved on by days, so that a rotation touches no index
  rotation                    integer not null default 0, -- how often its refresh token was rotated
  once                        boolean not null default false, -- allowed only for once: no sign-in without asking comes of it
  client_id                   text not null,
  user_id                     text not null,
  scopes                      text[] not null,
  refresh_token_hash          bytea not null,
  access_token_hash           bytea not null, -- the newest one, which dies with its refresh token if that is replaced unused
  previous_refresh_token_hash bytea,
  dpop_jkt                    text, -- the key of a public client's refresh tokens, which nothing else would hold to their owner
  ends_at                     timestamptz, -- what the person said: no token outlives it; of one for once, not its only access token
  revoked_at                  timestamptz
);

create index grants_of_user on provider.grants (user_id);
create index grants_leaving on provider.grants (leaves_at);

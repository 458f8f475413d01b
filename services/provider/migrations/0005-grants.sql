-- What a person allowed an app, and the one place that says which refresh token is alive: the current one, and the one
-- before it until the current pair is first used. Every rotation and every replay is decided under this row's lock.
create table provider.grants (
  grant_id                    uuid primary key,
  client_id                   text not null,
  user_id                     text not null,
  scopes                      text[] not null,
  refresh_token_hash          bytea not null,
  previous_refresh_token_hash bytea,
  access_token_hash           bytea not null, -- the newest one, which dies with its refresh token if that is replaced unused
  dpop_jkt                    text, -- the key of a public client's refresh tokens, which nothing else would hold to their owner
  rotation                    integer not null default 0, -- how often its refresh token was rotated
  created_at                  timestamptz not null default now(),
  last_used_at                timestamptz not null default now(),
  revoked_at                  timestamptz
);

create index grants_of_user on provider.grants (user_id);

-- The living grants of an app, to end them when it is removed; and the dead ones, to clean them away.
create index living_grants_of_client on provider.grants (client_id) where revoked_at is null;
create index revoked_grants on provider.grants (revoked_at) where revoked_at is not null;

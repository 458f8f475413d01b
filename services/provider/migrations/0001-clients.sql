-- Registered apps. A handful of rows that every process keeps in memory for a few seconds.
create table provider.clients (
  client_id                  text primary key,
  name                       text not null,
  description                text not null,
  redirect_uris              text[] not null,
  scopes                     jsonb not null, -- [{ "name", "reason", "required" }]: what the app may ask for, and why it does
  token_endpoint_auth_method text not null check (token_endpoint_auth_method in ('client_secret_post', 'none')),
  require_pkce               boolean not null,
  logo                       bytea,
  logo_type                  text,
  created_at                 timestamptz not null default now()
);

-- Several secrets may be valid at once, so that an app can change over without an outage.
create table provider.client_secrets (
  secret_hash bytea primary key,
  client_id   text not null references provider.clients on delete cascade,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz
);

create index client_secrets_of_client on provider.client_secrets (client_id);

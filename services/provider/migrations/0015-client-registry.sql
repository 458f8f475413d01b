-- A secret gets a name of its own, so that one of several can be told apart and removed.
alter table provider.client_secrets
  add column secret_id uuid not null default gen_random_uuid();

create unique index client_secrets_by_id on provider.client_secrets (secret_id);

-- What lets an app that registered itself read and change its registration (RFC 7592 §3).
alter table provider.clients
  add column registration_access_token_hash bytea;

-- What lets somebody register an app (RFC 7591 §3). Without a number of uses it is good until it expires.
create table provider.initial_access_tokens (
  token_id       uuid primary key default gen_random_uuid(),
  token_hash     bytea not null unique,
  remaining_uses integer check (remaining_uses >= 0),
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null
);

create index initial_access_tokens_expiry on provider.initial_access_tokens (expires_at);

-- Whoever changes a client, by whatever means, tells every process that has it in memory. Noting when a secret was
-- last used changes nothing that they keep.
create function provider.tell_of_client_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('countersign_clients', coalesce(new.client_id, old.client_id));
  return null;
end
$$;

create trigger tell_of_client_change after update or delete on provider.clients
  for each row execute function provider.tell_of_client_change();

create trigger tell_of_client_change after insert or delete or update of expires_at on provider.client_secrets
  for each row execute function provider.tell_of_client_change();

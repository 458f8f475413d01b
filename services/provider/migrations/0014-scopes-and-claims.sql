-- Scopes and claims that an operator has defined; those that every installation knows are in the program, and have no row.
-- Who changes a row says so on the channel of the clients (tellOfScopeChange): small tables of which every machine has a copy
-- have no triggers.
create table provider.claims (
  name        text primary key,
  openid_name text not null, -- what userinfo and id_tokens call it
  labels      jsonb not null, -- by language; English is always there
  created_at  timestamptz not null default now()
);

create table provider.scopes (
  name       text primary key,
  resource   text, -- the resource server that it is about; null where it is about the person's own data
  texts      jsonb not null, -- title and description by language; English is always there
  claims     text[] not null default '{}', -- what it releases: built-in claims, and rows of provider.claims
  created_at timestamptz not null default now()
);

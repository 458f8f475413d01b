-- Who registered an app in the console for themselves, and since when an app is refused what it asks for.
alter table provider.clients
  add column owner       text,
  add column disabled_at timestamptz;

create index clients_of_owner on provider.clients (owner) where owner is not null;

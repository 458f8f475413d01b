-- The documents of apps that nobody registered, as they were fetched last: a restart, another process and a refresh need no
-- fetch. Each leaves soon unless its app is used.
create table provider.client_documents (
  client_id text primary key,
  document  bytea not null,
  read_at   timestamptz not null default now(),
  leaves_at timestamptz not null
);

create index client_documents_leaving on provider.client_documents (leaves_at);

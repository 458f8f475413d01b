-- The entries of an operator's apps file (APPS_FILE): changed there and nowhere else.
create table provider.apps_file_entries (
  kind    text not null check (kind in ('client', 'scope', 'claim', 'resource_server')),
  name    text not null, -- the client_id, the name, or the address of a resource server
  left_at timestamptz, -- the file names it no more: anyone may change it, and --prune removes it
  primary key (kind, name)
);

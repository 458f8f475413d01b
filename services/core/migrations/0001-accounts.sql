-- A person. There is no name and no address here: what a person is called, only their vault knows.
create table core.accounts (
  user_id uuid primary key,
  created_at timestamptz not null default now()
);

-- A person. There is no name and no address here: what a person is called, only their vault knows.
-- All that is a person's begins with their user_id, and lies together by it where a database has many machines.
create table core.accounts (
  user_id uuid primary key,
  created_at timestamptz not null default now()
);

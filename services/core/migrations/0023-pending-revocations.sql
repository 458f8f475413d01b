-- What is left of an account for the moment between its end and the provider's word that everything it allowed has ended.
create table core.pending_revocations (
  user_id uuid primary key,
  created_at timestamptz not null default now()
);

-- What is still to be told to the provider: that all that a person allows has ended, or, of a deleted account, that the
-- person is to be forgotten. A note that is asked for anew gets a new identifier: what was done settles what it was done for.
create table core.pending_revocations (
  user_id uuid primary key,
  note_id uuid not null,
  erases boolean not null,
  tried_at timestamptz,
  created_at timestamptz not null default now()
);

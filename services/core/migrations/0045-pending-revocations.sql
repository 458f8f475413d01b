-- What is still to be told to the provider: that all that a person allows has ended, or, of a deleted account, that the
-- person is to be forgotten. A note that is asked for anew gets a new identifier: what was done settles what it was done for.
alter table core.pending_revocations
  add column note_id  uuid not null default gen_random_uuid(),
  add column erases   boolean not null default true, -- until now there were only notes of deleted accounts
  add column tried_at timestamptz;

alter table core.pending_revocations alter column erases drop default;

-- Suspended by an operator, who has given a reason; null: not suspended. `suspension_changes` counts both ways, so that the
-- provider can tell a message that arrives late from a newer one.
alter table core.accounts
  add column suspended_at timestamptz, add column suspension_reason text,
  add column suspension_changes integer not null default 0;

-- Of an operator's act.
alter table core.account_events add column reason text;

-- Acts of operators that the provider has not noted yet. No reference: an act outlives the account that it deletes.
create table core.pending_account_acts (
  user_id uuid not null,
  act_id uuid not null, -- version 7: of its event in the provider's audit trail
  act text not null,
  reason text not null,
  operator text not null, -- 'administrator' or 'command_line:…'
  actor_id uuid, -- an administrator's own account, if they came by its session
  network text, -- theirs
  change integer, -- suspension_changes as the act left it
  names_account boolean not null default true, -- false once the account is deleted: then nothing of it is passed on
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (user_id, act_id)
);

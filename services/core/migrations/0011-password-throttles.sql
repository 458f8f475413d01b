-- Guesses at a password, counted for a name whether somebody has it or not. No foreign key, for just that reason.
create table core.password_throttles (
  credential_identifier text not null,
  -- Empty, or the known device that is counted apart from strangers.
  device text not null,
  -- Since the last success.
  failures integer not null,
  -- Of these, those of the current window: the first five are free.
  recent integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null,
  -- Whether the last start was let through: the statement that counts decides, and this is how it says what.
  is_admitted boolean not null,
  primary key (credential_identifier, device)
);

create index password_throttles_last_at on core.password_throttles (last_at);

-- Half-done sign-ins last a minute: those of before this migration are given up.
delete from core.logins;

alter table core.logins
  add column credential_identifier text not null,
  add column device text not null;

create index logins_credential_identifier on core.logins (credential_identifier, device);

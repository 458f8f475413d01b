-- Where a person wants mail about changes of their account; in clear, because mail has to be sent there. Only for that.
create table core.security_contacts (
  user_id uuid primary key references core.accounts on delete cascade,
  email text not null,
  language text not null,
  created_at timestamptz not null default now(),
  -- Mails since the window began, for the limit of a day.
  window_started_at timestamptz not null default now(),
  sent integer not null default 0
);

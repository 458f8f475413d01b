-- Permission to sign up, where SIGN_UPS is `invited`: a link for one person or several. No account refers to one, and no use
-- has a time, so that who came by which one is not here.
create table core.invitations (
  invitation_id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  uses integer not null check (uses > 0),
  used integer not null default 0 check (used >= 0 and used <= uses),
  note text, -- of operators, for operators
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index invitations_expiry on core.invitations (expires_at);

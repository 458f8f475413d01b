-- Codes on their way to an e-mail address or a phone number. Neither is here, nor a hash of one: `proof` is keyed, over the
-- code together with the value, so that a row matches only who brings both. Gone at the right code, or when it expires.
create table core.claim_verifications (
  user_id uuid not null references core.accounts on delete cascade,
  verification_id uuid not null,
  proof bytea not null,
  -- Codes that were tried.
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, verification_id)
);

create index claim_verifications_expires_at on core.claim_verifications (expires_at);

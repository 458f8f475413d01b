-- Codes on their way to an e-mail address or a phone number. Neither is here, nor a hash of one: `proof` is keyed, over the
-- code together with the value, so that a row matches only who brings both. Gone at the right code, or when it expires.
create table core.claim_verifications (
  verification_id uuid primary key,
  user_id uuid not null references core.accounts on delete cascade,
  proof bytea not null,
  -- Codes that were tried.
  tries integer not null default 0,
  expires_at timestamptz not null
);

create index claim_verifications_expires_at on core.claim_verifications (expires_at);
create index claim_verifications_user_id on core.claim_verifications (user_id);

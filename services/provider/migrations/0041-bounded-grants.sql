-- How often a grant's refresh token was rotated, and which rotation a token came from: only the latest are kept to notice reuse.
alter table provider.grants
  add column rotation integer not null default 0;

alter table provider.refresh_tokens
  add column rotation integer not null default 0;

create index refresh_tokens_of_grant on provider.refresh_tokens (grant_id, rotation);

-- What a code that nobody redeemed still holds is erased at its expiry; the code itself stays a day.
create index authorization_codes_to_erase on provider.authorization_codes (expires_at) where sealed_data_token is not null;

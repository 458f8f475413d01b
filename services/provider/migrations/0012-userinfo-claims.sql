-- Approved claims for userinfo, encrypted under a random key that is itself masked: by the code until it is redeemed, by the
-- access token from then on. Neither mask is in the database.
alter table provider.authorization_codes
  add column sealed_claims bytea,
  add column masked_claims_key bit(256);

alter table provider.access_tokens
  add column sealed_claims bytea,
  add column masked_claims_key bit(256);

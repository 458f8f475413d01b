-- What userinfo tells of a grant, for as long as it lives: the claims as they came with the code, under a random key that is
-- masked by its refresh token. A rotation hands the key on, from the mask of the token that was presented to those of the new
-- pair; no mask is in the database, so a copy of it opens nothing. No index: a rotation still touches none.
alter table provider.grants
  add column sealed_userinfo_claims       bytea,
  add column masked_userinfo_key          bit(256), -- by the current refresh token
  add column previous_masked_userinfo_key bit(256), -- by the one before, while it may be retried
  add column userinfo_key_rotation        integer;  -- the rotation that handed the key on; a program of before hands on nothing

-- Turns the tables of commit daf162d2 into those of 0001-baseline.sql, with their rows. The digest is of its migrations.
-- takes over: 35ed308dbb0d42dd87325437d93c1bd192a44caf3f8b284be26a191f1152de6b
-- Grants stay. Their current refresh token is taken once, by its hash, as the first of a new chain; access tokens end.
drop function provider.exchange_code;
drop function provider.rotate_refresh_token;
drop table provider.access_tokens;
drop table provider.refresh_tokens;

alter table provider.grants
  add column issued_at timestamptz not null default now(), add column expires_at timestamptz, add column is_pair_used boolean not null default false,
  add column access_token_expires_at timestamptz, add column access_token_salt bytea;
-- 180 days is the default of GRANT_LIFETIME_DAYS; a shorter one holds at each refresh. No clock or random number is read in an
-- update of all machines of a cluster: the hash of a random token is as good a salt.
update provider.grants g
   set rotation = 0, issued_at = g.last_used_at, expires_at = b.expires_at, access_token_expires_at = g.last_used_at,
       access_token_salt = sha256(g.refresh_token_hash),
       leaves_at = case when g.revoked_at is null then least(g.refresh_token_expires_at, g.ends_at) else g.leaves_at end,
       sealed_userinfo_claims = case when g.userinfo_key_rotation = g.rotation then g.sealed_userinfo_claims end
  from (select grant_id, created_at + interval '180 days' as expires_at from provider.grants) b
 where b.grant_id = g.grant_id;
alter table provider.grants
  drop column last_used_at, drop column previous_refresh_token_hash, drop column access_token_hash, drop column previous_masked_userinfo_key,
  drop column userinfo_key_rotation,
  alter column expires_at set not null, alter column access_token_expires_at set not null,
  alter column access_token_salt set not null;

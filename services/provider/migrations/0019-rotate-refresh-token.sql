-- Decides and carries out a refresh (RFC 6749 §6, RFC 9700 §4.14.2) under the lock of the grant's row. Each statement has a
-- snapshot of its own: after a wait for the lock it sees all that the other refresh wrote.
create function provider.rotate_refresh_token(
  flow uuid, presented bytea, asking_client text, proof_key text, asked_scopes text[],
  new_refresh_token bytea, new_access_token bytea, new_refresh_token_key text, new_audience text,
  refresh_token_mask_change bit, access_token_mask_change bit,
  access_token_seconds integer, refresh_token_seconds integer, grant_seconds integer,
  reuse_detection_seconds integer, leaving_margin_seconds integer, remembered_rotations integer,
  out outcome text, out user_id text, out scopes text[], out access_token_lifetime_seconds integer)
language plpgsql as $$
declare
  held               record;
  known_until        timestamptz;
  access_expires_at  timestamptz;
  refresh_expires_at timestamptz;
  presented_key      bit(256);
begin
  select g.client_id, g.user_id, g.scopes, g.dpop_jkt, g.rotation, g.last_used_at, g.ends_at, g.revoked_at, g.leaves_at,
         g.refresh_token_hash, g.refresh_token_expires_at, g.previous_refresh_token_hash, g.access_token_hash,
         g.masked_userinfo_key, g.previous_masked_userinfo_key, g.userinfo_key_rotation,
         g.created_at + make_interval(secs => grant_seconds) as expires_at
    into held from provider.grants g where g.grant_id = flow for update;
  if held.refresh_token_hash = presented then
    known_until := held.refresh_token_expires_at;
  else
    select t.expires_at into known_until from provider.refresh_tokens t where t.grant_id = flow and t.token_hash = presented;
  end if;
  user_id := held.user_id;
  scopes := coalesce(asked_scopes, held.scopes);
  outcome := case
    when known_until is null then 'unknown'
    when held.client_id <> asking_client then 'other_client'
    when held.dpop_jkt <> coalesce(proof_key, '') then 'wrong_key'
    when held.revoked_at is not null then 'revoked'
    when presented = held.refresh_token_hash then 'rotated'
    when presented = held.previous_refresh_token_hash then 'retried'
    else 'reused' end;
  if outcome in ('rotated', 'retried') then
    if least(known_until, held.ends_at, held.expires_at) <= now() then outcome := 'expired';
    elsif not held.scopes @> scopes then outcome := 'scope_not_granted';
    end if;
  end if;
  if outcome = 'reused' then
    update provider.grants g
       set revoked_at = now(), leaves_at = now() + interval '1 day',
           sealed_userinfo_claims = null, masked_userinfo_key = null, previous_masked_userinfo_key = null
     where g.grant_id = flow;
  end if;
  if outcome not in ('rotated', 'retried') then return; end if;

  access_expires_at := least(now() + make_interval(secs => access_token_seconds), held.ends_at);
  refresh_expires_at := least(now() + make_interval(secs => refresh_token_seconds), held.expires_at, held.ends_at);
  access_token_lifetime_seconds := extract(epoch from access_expires_at - now());
  -- Null if an older version has rotated since.
  if held.userinfo_key_rotation = held.rotation then
    presented_key := case outcome when 'rotated' then held.masked_userinfo_key else held.previous_masked_userinfo_key end;
  end if;
  -- Most rotations leave leaves_at as it is, and so every index.
  if held.leaves_at < refresh_expires_at + make_interval(secs => reuse_detection_seconds) then
    held.leaves_at := refresh_expires_at + make_interval(secs => reuse_detection_seconds + leaving_margin_seconds);
  end if;
  update provider.grants g
     set refresh_token_hash = new_refresh_token, refresh_token_expires_at = refresh_expires_at,
         previous_refresh_token_hash = presented, access_token_hash = new_access_token,
         rotation = held.rotation + 1, last_used_at = now(), leaves_at = held.leaves_at,
         dpop_jkt = coalesce(held.dpop_jkt, new_refresh_token_key),
         masked_userinfo_key = presented_key # refresh_token_mask_change, previous_masked_userinfo_key = presented_key,
         userinfo_key_rotation = case when presented_key is not null then held.rotation + 1 end
   where g.grant_id = flow;
  insert into provider.refresh_tokens (grant_id, rotation, token_hash, created_at, expires_at)
  values (flow, held.rotation, held.refresh_token_hash, held.last_used_at, held.refresh_token_expires_at);
  insert into provider.access_tokens (grant_id, token_hash, scopes, jkt, audience, expires_at, masked_userinfo_key)
  values (flow, new_access_token, asked_scopes, proof_key, new_audience, access_expires_at,
          presented_key # access_token_mask_change);
  if held.rotation >= remembered_rotations then
    delete from provider.refresh_tokens t
     where t.grant_id = flow and t.rotation <= held.rotation - remembered_rotations and t.token_hash <> presented;
  end if;
  -- Its pair was replaced before use.
  if outcome = 'retried' then
    delete from provider.access_tokens t where t.grant_id = flow and t.token_hash = held.access_token_hash;
  end if;
end $$;

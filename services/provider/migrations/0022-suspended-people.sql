-- People whose tokens rest. Of two messages of core the one with the higher change counts, whichever arrives last. A table of
-- its own, not a column of grants: one row covers codes and grants that are made meanwhile, and nothing is to be restored.
create table provider.suspensions (
  user_id      text primary key,
  change       integer not null, -- how often the account was suspended or unsuspended
  is_suspended boolean not null
);

-- Of an operator's act on an account: the reason, and the operator where they have an account themselves.
alter table provider.audit_events add column actor_id text, add column reason text;

create index audit_events_of_actor on provider.audit_events (actor_id) where actor_id is not null;

-- As in 0019, and refuses a suspended person without rotating.
create or replace function provider.rotate_refresh_token(
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
    elsif exists (select from provider.suspensions s where s.user_id = held.user_id and s.is_suspended) then
      outcome := 'suspended';
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

-- As in 0020, and refuses a suspended person without spending the code.
create or replace function provider.exchange_code(
  flow uuid, presented bytea, asking_client text, asked_redirect_uri text, answered_challenge text, proof_key text,
  ended_others boolean, new_refresh_token bytea, new_access_token bytea, new_refresh_token_key text,
  access_token_scopes text[], new_audience text, keeps_claims boolean,
  refresh_token_mask_change bit, access_token_mask_change bit, access_token_seconds integer,
  refresh_token_seconds integer, grant_seconds integer, leaves_after_seconds integer,
  out outcome text, out user_id text, out session_id uuid, out approved_scopes text[], out nonce text,
  out sealed_data_token bytea, out once boolean, out access_token_lifetime_seconds integer, out ends_at text, out decided_at text)
language plpgsql as $$
declare
  code_client        text;
  sealed_claims      bytea;
  masked_key         bit(256);
  access_expires_at  timestamptz;
  refresh_expires_at timestamptz;
  grant_ends_at      timestamptz;
  kept_claims        bytea;
begin
  select case when r.client_id <> asking_client then 'other_client'
              when r.redirect_uri <> asked_redirect_uri then 'other_redirect_uri'
              when r.code_challenge is distinct from answered_challenge then 'wrong_verifier'
              when r.dpop_jkt <> coalesce(proof_key, '') then 'wrong_key'
              when r.code_used_at is not null then 'used'
              when least(r.code_expires_at, r.grant_ends_at) <= now() then 'expired'
              when r.data_token_expires_at <= now() then 'data_token_expired'
              when (r.once or r.grant_ends_at is not null) and not ended_others then 'ends_others'
              else 'exchanged' end,
         r.client_id, r.user_id, r.session_id, r.approved_scopes, r.nonce, r.sealed_data_token, r.once, r.grant_ends_at,
         r.sealed_userinfo_claims, r.masked_userinfo_key,
         least(now() + make_interval(secs => access_token_seconds), r.grant_ends_at)
    into outcome, code_client, user_id, session_id, approved_scopes, nonce, sealed_data_token, once, grant_ends_at,
         sealed_claims, masked_key, access_expires_at
    from provider.authorization_requests r
   where r.auth_request_id = flow and r.code_hash = presented for update;
  if outcome is null then
    outcome := 'unknown';
    return;
  end if;
  if outcome in ('exchanged', 'ends_others')
     and exists (select from provider.suspensions s where s.user_id = exchange_code.user_id and s.is_suspended) then
    outcome := 'suspended';
    return;
  end if;
  access_token_lifetime_seconds := extract(epoch from access_expires_at - now());
  if once then grant_ends_at := access_expires_at; end if;
  if outcome = 'ends_others' then
    ends_at := grant_ends_at; -- text keeps its microseconds
    decided_at := now();
  end if;
  if outcome not in ('exchanged', 'data_token_expired') then return; end if;

  update provider.authorization_requests r
     set code_used_at = now(), sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
   where r.auth_request_id = flow;
  if outcome = 'data_token_expired' then return; end if;

  refresh_expires_at := least(now() + make_interval(secs => least(refresh_token_seconds, grant_seconds)), grant_ends_at);
  if keeps_claims and not once then kept_claims := sealed_claims; end if;
  insert into provider.grants
         (grant_id, refresh_token_expires_at, leaves_at, once, client_id, user_id, scopes, refresh_token_hash,
          access_token_hash, dpop_jkt, ends_at, session_id, sealed_userinfo_claims, masked_userinfo_key,
          userinfo_key_rotation)
  values (flow, refresh_expires_at, refresh_expires_at + make_interval(secs => leaves_after_seconds), once, code_client,
          user_id, approved_scopes, new_refresh_token, new_access_token, new_refresh_token_key, grant_ends_at, session_id,
          kept_claims, masked_key # refresh_token_mask_change,
          case when kept_claims is not null then 0 end);
  insert into provider.access_tokens
         (grant_id, token_hash, scopes, jkt, audience, expires_at, sealed_userinfo_claims, masked_userinfo_key)
  values (flow, new_access_token, access_token_scopes, proof_key, new_audience, access_expires_at,
          sealed_claims, masked_key # access_token_mask_change);
end $$;

-- Decides and carries out the exchange of a code (RFC 6749 §4.1.3) under the lock of its row: one of many exchanges finds it
-- unused. A wrong client, redirect URI, verifier or key never spends it. `ends_others` changes nothing: the user's other grants
-- to the client are shortened first, which may ask every shard. The refresh token of a one-time grant is never handed out.
create function provider.exchange_code(
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

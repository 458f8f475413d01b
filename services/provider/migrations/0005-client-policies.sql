-- How a client proves itself and what it has bound itself to (RFC 7591 §2, RFC 9126 §6, RFC 9449 §5.2).
alter table provider.clients
  drop constraint clients_token_endpoint_auth_method_check,
  add constraint clients_token_endpoint_auth_method_check
    check (token_endpoint_auth_method in ('client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none')),
  add column jwks                                  jsonb, -- public keys: of private_key_jwt
  add column require_pushed_authorization_requests boolean not null default false,
  add column dpop_bound_access_tokens              boolean not null default false,
  add column subject_type                          text not null default 'public' check (subject_type in ('public', 'pairwise')),
  add column id_token_signed_response_alg          text not null default 'ES256' check (id_token_signed_response_alg in ('ES256', 'RS256')),
  add column claims_encryption_jwk                 jsonb, -- the app's public key for sealed claims
  add column post_logout_redirect_uris             text[] not null default '{}';

alter table provider.client_secrets
  add column last_used_at timestamptz;

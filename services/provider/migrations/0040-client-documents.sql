-- What else an app may say of itself (RFC 7591 §2, OpenID Connect Registration §2), and what an operator may let it have.
alter table provider.clients
  alter column id_token_signed_response_alg drop default, -- the rules decide it, by what the client is bound to
  add column jwks_uri              text, -- where a private_key_jwt client publishes its keys
  add column policy_uri            text,
  add column tos_uri               text,
  add column sector_identifier_uri text,
  add column id_token_claims       boolean not null default false,
  add column private_use_schemes   text[] not null default '{}'; -- schemes without a dot, of native apps

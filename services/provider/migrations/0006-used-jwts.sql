-- JWTs that may be used once: client assertions (RFC 7523 §3) and DPoP proofs (RFC 9449 §11.1). A row outlives its JWT.
create table provider.used_jwts (
  digest     bytea primary key, -- of the kind, the owner and the jti, so that none of them can collide with another's
  expires_at timestamptz not null
);

create index used_jwts_expiry on provider.used_jwts (expires_at);

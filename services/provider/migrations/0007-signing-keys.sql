-- The provider's own keys. A private half is sealed under a secret that the database does not hold, and leaves on retirement.
-- HS256 is the secret behind pairwise subjects: it is never published and never replaced.
create table provider.signing_keys (
  kid                text primary key,
  algorithm          text not null check (algorithm in ('ES256', 'RS256', 'HS256')),
  generation         integer not null,
  public_jwk         jsonb,
  sealed_private_key bytea,
  created_at         timestamptz not null default now(), -- published from here on
  active_from        timestamptz not null,               -- signs from here on
  retires_at         timestamptz,                        -- signs no more
  removed_at         timestamptz,                        -- published no more
  unique (algorithm, generation)                         -- of many processes that replace a key at once, one does
);

-- What a person said of how long an app may come back: only for this once, or until then.
alter table provider.authorization_codes
  add column once boolean not null default false,
  add column grant_ends_at timestamptz;

-- No token of a grant outlives it; of one for once, not its only access token.
alter table provider.grants add column ends_at timestamptz;

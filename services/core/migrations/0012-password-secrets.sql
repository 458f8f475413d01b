-- Under which server secrets a password was registered: fingerprints. Empty for those of before this migration.
alter table core.passwords
  add column setup_id text not null default '',
  add column index_key_id text not null default '';

-- What a sign-up began with, it is finished with, also when the secrets are replaced in between. The former identifiers
-- are those under the keys that are being replaced: one name must not become two accounts.
alter table core.registrations
  add column former_identifiers text[] not null default '{}',
  add column setup_id text not null default '',
  add column index_key_id text not null default '';

-- Claims that an app takes verified, or not at all.
alter table provider.clients add column verified_claims_required text[] not null default '{}';

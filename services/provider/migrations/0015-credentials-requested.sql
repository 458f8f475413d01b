-- Claims of credentials that others have issued.
alter table provider.clients add column credentials_requested jsonb not null default '[]';

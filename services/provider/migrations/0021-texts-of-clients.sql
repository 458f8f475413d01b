-- An app's texts in other languages, by BCP 47 tag (RFC 7591 §2.2).
alter table provider.clients add column texts jsonb not null default '{}';

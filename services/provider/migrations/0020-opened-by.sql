-- Whoever is signed in when the consent page first reads a request: from then on it is theirs to answer, and nobody else's.
alter table provider.authorization_requests add column opened_by text;

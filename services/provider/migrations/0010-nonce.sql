-- What the app sent to recognise its own request in the id_token (OpenID Connect Core §3.1.2.1).
alter table provider.authorization_requests add column if not exists nonce text;
alter table provider.authorization_codes add column if not exists nonce text;

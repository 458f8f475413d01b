-- What a client may come to the token endpoint with (RFC 7591 §2); a client of before had these two.
alter table provider.clients
  add column grant_types text[] not null default '{authorization_code,refresh_token}';

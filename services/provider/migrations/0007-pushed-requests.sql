-- A pushed request (RFC 9126) is a request that nobody has opened yet: its browser has still to come, with a request_uri
-- that is known here by its hash only. Opening it clears the hash, so that it happens once.
alter table provider.authorization_requests
  drop constraint authorization_requests_status_check,
  add constraint authorization_requests_status_check check (status in ('pushed', 'pending', 'approved', 'denied')),
  add column request_uri_hash bytea;

create unique index authorization_requests_request_uri on provider.authorization_requests (request_uri_hash)
  where request_uri_hash is not null;

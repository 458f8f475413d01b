-- What was decided, by identifiers, never by values. No foreign keys: the trail outlives what it tells of.
create table provider.audit_events (
  event_id        uuid primary key, -- version 7: in the order of time
  at              timestamptz not null,
  event           text not null,
  outcome         text, -- why it was refused or revoked
  client_id       text,
  user_id         text,
  grant_id        uuid,
  auth_request_id uuid,
  network         text, -- the caller's IPv4 address, or the /64 of its IPv6 address
  times           integer not null default 1 -- the same refusal of the same network is one row an hour
);

create index audit_events_of_client on provider.audit_events (client_id, event_id) where client_id is not null;
create index audit_events_of_user on provider.audit_events (user_id, event_id) where user_id is not null;
create index audit_events_by_name on provider.audit_events (event, event_id);

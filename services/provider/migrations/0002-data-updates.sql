-- Changes of what a person shares, from their device to the apps that they keep up to date.
alter table provider.clients
  add column keeps_up_to_date boolean not null default false,
  add column events_uri text; -- where it is told that a person has changed what they share

alter table provider.authorization_requests
  add column keeps_up_to_date boolean not null default false; -- the person chose so

alter table provider.grants
  add column keeps_up_to_date boolean not null default false,
  -- The newest data update, sealed under TOKEN_SECRET; its values are sealed for the app alone. It leaves when the app uses the
  -- pair of tokens that it came with.
  add column update_version bigint, -- stays, so that no older one is taken
  add column sealed_update bytea,
  add column update_rotation integer; -- of the pair that it came with; null: not fetched yet

-- Beside logouts, apps are told that an update waits: the same outbox. Such a row names no person, so an older process, which
-- takes it for a logout, cannot send it.
alter table provider.pending_logouts
  add column changed_grant_id uuid; -- not a logout: the grant whose data changed

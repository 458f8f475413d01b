-- What a device is told that asks without a browser of its own (RFC 8628), beside its authorization request, whose row is the
-- same as anybody's. Only who polls comes here, so nothing of this is in the way of the other flows.
create table provider.device_requests (
  auth_request_id  uuid primary key,
  device_code_hash bytea not null,
  public_key       bytea not null, -- X25519; its private key follows from the device code, which only the device has
  interval_seconds integer not null, -- between two polls; longer each time that one came too soon
  polled_at        timestamptz,
  sealed_code      bytea, -- the authorization code of the approval, sealed to the public key
  leaves_at        timestamptz not null
);

create index device_requests_leaving on provider.device_requests (leaves_at);

-- What a person types. So short that a hash of it could be searched through: hence keyed, under a secret that is not in here.
create table provider.user_codes (
  user_code_digest bytea primary key,
  auth_request_id  uuid not null,
  created_at       timestamptz not null default now(),
  leaves_at        timestamptz not null
);

create index user_codes_leaving on provider.user_codes (leaves_at);

-- No foreign key to clients here or below: each insert would lock the one row of a busy client.
create table provider.authorization_requests (
  auth_request_id  uuid primary key,
  client_id        text not null,
  redirect_uri     text not null,
  requested_scopes text[] not null,
  state            text not null, -- empty when the app sent none
  code_challenge   text,
  status           text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  user_id          text,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  decided_at       timestamptz
);

create index authorization_requests_expiry on provider.authorization_requests (expires_at);

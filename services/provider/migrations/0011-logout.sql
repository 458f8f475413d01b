-- Where an app is told that a sign-in has ended, and whether it must be told which one (OpenID Connect Back-Channel Logout §2.2).
alter table provider.clients
  add column backchannel_logout_uri              text,
  add column backchannel_logout_session_required boolean not null default false;

-- The session that a request was approved in: an id_token has a pseudonym of it (sid), and its end is told to the app.
alter table provider.authorization_requests add column session_id uuid;
alter table provider.grants add column session_id uuid;

-- What apps are still to be told, until they have taken it or it is too late to matter. An app's rows lie together.
create table provider.pending_logouts (
  client_id      text not null,
  logout_id      uuid not null, -- of one session, its identifier: it is not noted twice
  sealed_user_id bytea not null, -- sealed under a key that the database does not hold: an account that has ended is not named here
  session_id     uuid, -- null: every sign-in of the person at this app has ended
  created_at     timestamptz not null default now(),
  attempts       integer not null default 0,
  next_attempt_at timestamptz not null default now(), -- whoever takes it moves this on first: nobody else takes it until then
  expires_at     timestamptz not null,
  primary key (client_id, logout_id)
);

create index pending_logouts_due on provider.pending_logouts (next_attempt_at);
create index pending_logouts_expiry on provider.pending_logouts (expires_at);

-- The thumbprint of the key that a session is bound to (RFC 7638). Null: whoever has the token has the session.
alter table core.sessions add column jkt text;

-- A device that signs in again finds its session by this.
create index sessions_jkt on core.sessions (jkt) where jkt is not null;

-- The app that a person was signed in to without being asked; the other events are about no app.
alter table core.account_events add column client_id text;

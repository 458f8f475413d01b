-- The cleaning finds its rows by these.
create index sessions_revoked_at on core.sessions (revoked_at) where revoked_at is not null;

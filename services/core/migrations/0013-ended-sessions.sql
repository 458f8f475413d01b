-- A session that was ended, and not replaced, until the provider knows: apps that somebody signed in to within it are told.
alter table core.sessions add column apps_untold boolean not null default false;

create index sessions_apps_untold on core.sessions (revoked_at) where apps_untold;

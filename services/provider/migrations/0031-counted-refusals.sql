-- The same refusal of the same network is one row an hour, and says how often it came.
alter table provider.audit_events
  add column times integer not null default 1;

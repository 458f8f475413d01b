-- Half-done sign-ins last a minute: those of before this migration are given up.
delete from core.logins;

-- The password that a sign-in began with. Looked up only at its end, one that was changed in between would count as its
-- successor. No foreign key: checking one takes time, and only for names that somebody has.
alter table core.logins
  add column unlock_id uuid,
  add column needs_new_record boolean not null default false;

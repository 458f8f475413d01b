-- What a gesture is made for (`add_passkey`, `remove_method <unlock id>`, …): kept while it is under way, and then with the
-- session that it confirmed, to be spent once. Null: a sign-in, which serves no change.
alter table core.passkey_challenges add column intent text;
alter table core.logins add column intent text;
alter table core.sessions
  add column intent text,
  add column intent_expires_at timestamptz;

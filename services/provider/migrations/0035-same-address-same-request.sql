-- What a request asks for, as a keyed digest: the same address opened again finds its request by this, and a challenge that
-- comes with anything else is refused. Absent where no address can come twice: a pushed request, and one without a challenge.
alter table provider.authorization_requests
  add column parameters_digest bytea;

-- The identifier of a request is drawn from its client and challenge, so its primary key remembers both.
drop table provider.used_code_challenges;

-- A request that nobody opened or answered leaves when it expires; one that somebody did stays a day longer.
drop index provider.authorization_requests_expiry;
create index authorization_requests_unopened_expiry on provider.authorization_requests (expires_at)
  where coalesce(opened_by, user_id) is null;
create index authorization_requests_opened_expiry on provider.authorization_requests (expires_at)
  where coalesce(opened_by, user_id) is not null;

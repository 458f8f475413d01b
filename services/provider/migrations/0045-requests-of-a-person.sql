-- Finds every request that a person has opened or answered, when all that they allow ends, or their account does.
drop index provider.authorization_requests_opened;
create index authorization_requests_of_user on provider.authorization_requests ((coalesce(opened_by, user_id)))
  where coalesce(opened_by, user_id) is not null;

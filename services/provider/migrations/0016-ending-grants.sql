-- A person's codes, to end them together with the grants. Without a condition on used_at: a condition would make
-- spending a code touch every index of its row.
create index authorization_codes_of_user on provider.authorization_codes (user_id);

-- The living grants of an app, to end them when it is removed; and the dead ones, to clean them away.
create index living_grants_of_client on provider.grants (client_id) where revoked_at is null;
create index revoked_grants on provider.grants (revoked_at) where revoked_at is not null;

-- Requests claim by claim, and for a stronger or newer sign-in.
alter table provider.clients
  add column default_max_age integer, -- seconds
  add column require_auth_time boolean not null default false,
  add column default_acr_values text[] not null default '{}';

alter table provider.authorization_requests
  add column accepted_acr text[], -- null: any sign-in will do
  add column requested_claims text[], -- null: all that the scopes release
  add column essential_claims text[],
  add column id_token_claims text[],
  add column auth_time timestamptz, -- of the sign-in that approved it, for tokens of APIs
  add column acr text;

alter table provider.grants
  add column auth_time timestamptz,
  add column acr text;

-- How the answer travels to the app; null is the query of its redirect URI, which nearly all want.
alter table provider.authorization_requests
  add column response_mode text check (response_mode = 'form_post');

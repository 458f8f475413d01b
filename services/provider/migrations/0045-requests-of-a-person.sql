-- Finds every request that a person has opened, when their account ends: the answered ones too. It holds what the index
-- before it held and more, and costs an approval less: the status is in no index any more.
drop index provider.authorization_requests_opened;
create index authorization_requests_opened on provider.authorization_requests (opened_by) where opened_by is not null;

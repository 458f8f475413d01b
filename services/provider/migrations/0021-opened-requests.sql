-- Finds the requests that a person has open, when all that they allow ends. Few rows: only those that wait for an answer.
create index authorization_requests_opened on provider.authorization_requests (opened_by) where status = 'pending';

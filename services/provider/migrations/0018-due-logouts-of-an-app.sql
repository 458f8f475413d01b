-- The next logout of one app, however many wait: the outbox is drained app by app.
create index pending_logouts_of_app on provider.pending_logouts (client_id, next_attempt_at);

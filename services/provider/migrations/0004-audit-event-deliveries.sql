-- Audit events that wait to be sent to the operator (EVENTS_URL). The message is made from the event when it is sent.
create table provider.event_deliveries (
  event_id        uuid primary key,
  event           text not null,
  queue           text not null, -- its account, else its client: sent one after another. Once the person is erased, the event itself
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null, -- a sender moves it on first: no other takes the row until then
  failed_at       timestamptz, -- the last attempt, if it failed
  failure         text -- in our words, without the address
);

create index event_deliveries_due on provider.event_deliveries (next_attempt_at);
create index event_deliveries_expiry on provider.event_deliveries (expires_at);
create index event_deliveries_of_queue on provider.event_deliveries (queue, event_id);

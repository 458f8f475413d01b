-- That whoever had opened it gave it back: it is answered only by whoever opens it next, and by nothing that was on its way.
alter table provider.authorization_requests add column given_back boolean not null default false;

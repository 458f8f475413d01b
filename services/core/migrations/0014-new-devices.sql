-- The session that began, where a person signed in on a device that the account had not used; null for every other event.
alter table core.account_events add column new_device_session uuid;

-- That a person allowed it only for once: no sign-in without asking them comes of it.
alter table provider.grants add column once boolean not null default false;

-- Of what there is, whatever ends with its only access token; of a day that is near, that asks once more than it must.
update provider.grants g set once = true
  from provider.access_tokens a
 where a.token_hash = g.access_token_hash and g.rotation = 0 and a.expires_at = g.ends_at;

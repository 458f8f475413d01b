create function core.from_base64url(text text) returns bytea language sql immutable as $$
  select decode(rpad(translate(text, '-_', '+/'), ((length(text) + 3) / 4) * 4, '='), 'base64')
$$;

-- The hash that devices know a head by: SHA-256 over its label, its vault and its fields, each with its length before it.
create function core.head_sha256(vault_id text, head jsonb) returns bytea language sql immutable as $$
  select sha256(string_agg(int4send(length(part)) || part, ''::bytea order by place))
    from unnest(array[
           convert_to('countersign/v1/rec/head', 'UTF8'),
           core.from_base64url(vault_id),
           int8send((head ->> 'v')::bigint),
           int8send((head ->> 's')::bigint),
           int8send((head ->> 'gen')::bigint),
           int8send((head ->> 'ak_gen')::bigint),
           core.from_base64url(head ->> 'n'),
           core.from_base64url(head ->> 'ct')
         ]) with ordinality as parts (part, place)
$$;

-- Of every head that a vault had, its hash: what proves to a device that was away for long that the present one follows.
-- Without a gap from the first that is here: each is stored by the statement that stores its head.
create table core.vault_heads (
  user_id uuid not null references core.vaults on delete cascade,
  gen bigint not null,
  sha256 bytea not null,
  primary key (user_id, gen)
);

insert into core.vault_heads (user_id, gen, sha256)
select user_id, gen, core.head_sha256(vault_id, head) from core.vaults;

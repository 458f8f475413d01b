-- The thumbprint of the key that a token works with (RFC 9449 §5, §6.1); null for one that works for any bearer.
alter table provider.access_tokens
  add column jkt text;

alter table provider.grants
  add column dpop_jkt text; -- of a public client's refresh tokens, which nothing else would hold to their owner

import type { Sql } from '@countersign/service'

/** Adds a secret and gives the older ones `overlapSeconds` more to live, at most. Answers whether the client takes one. */
export async function replaceSecret(
  sql: Sql,
  clientId: string,
  secretHash: Buffer,
  overlapSeconds: number,
): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    await transaction`
      update provider.client_secrets
         set expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds}))
       where client_id = ${clientId}`
    const added = await transaction`
      insert into provider.client_secrets (secret_hash, client_id)
      select ${secretHash}, client_id from provider.clients
       where client_id = ${clientId} and token_endpoint_auth_method in ('client_secret_post', 'client_secret_basic')
      returning client_id`
    return added.length > 0
  })
}

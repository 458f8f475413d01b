import type { Sql } from '@countersign/service'

export type Opening = {
  readonly requestUriHash: Buffer
  readonly clientId: string
  /** How long the person has from now on. */
  readonly lifetimeSeconds: number
}

/**
 * Opens a pushed request and answers its identifier; nothing if there is none, or it has expired, was opened before or
 * belongs to another client, and then nothing changes. One update does all: those that come at once wait for the row's
 * lock and find its `request_uri` gone.
 */
export async function openPushedRequest(sql: Sql, opening: Opening): Promise<string | undefined> {
  const [opened] = await sql<{ auth_request_id: string }>`
    update provider.authorization_requests
       set status = 'pending', request_uri_hash = null, created_at = now(),
           expires_at = now() + make_interval(secs => ${opening.lifetimeSeconds})
     where request_uri_hash = ${opening.requestUriHash} and client_id = ${opening.clientId}
       and status = 'pushed' and expires_at > now()
    returning auth_request_id`
  return opened?.auth_request_id
}

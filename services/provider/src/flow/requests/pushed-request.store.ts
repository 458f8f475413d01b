import type { Sql } from '@countersign/service/sql'
import { UNOPENED_STAYS_SECONDS } from './request.store.ts'

export type Opening = {
  readonly authRequestId: string
  readonly requestUriHash: Buffer
  readonly clientId: string
  /** From the first opening. */
  readonly lifetimeSeconds: number
}

export type OpenedRequest = { readonly authRequestId: string; readonly prompt: string | undefined }

/**
 * Opens a pushed request; undefined, and no change, if it is unknown, expired, answered or another client's. Reopening
 * neither changes nor extends it. Concurrent calls wait for the row lock.
 */
export async function openPushedRequest(sql: Sql, opening: Opening): Promise<OpenedRequest | undefined> {
  const [opened] = await sql<{ auth_request_id: string; prompt: string | null }>`
    with request as (
      select auth_request_id, prompt, status
        from provider.authorization_requests
       where auth_request_id = ${opening.authRequestId} and request_uri_hash = ${opening.requestUriHash}
         and client_id = ${opening.clientId} and status in ('pushed', 'pending') and expires_at > now()
         for update
    ), opened as (
      update provider.authorization_requests r
         set status = 'pending', created_at = now(),
             expires_at = now() + make_interval(secs => ${opening.lifetimeSeconds}),
             leaves_at = now() + make_interval(secs => ${opening.lifetimeSeconds + UNOPENED_STAYS_SECONDS})
        from request f
       where r.auth_request_id = ${opening.authRequestId} and f.status = 'pushed'
    )
    select auth_request_id, prompt from request`
  return opened && { authRequestId: opened.auth_request_id, prompt: opened.prompt ?? undefined }
}

import { findAuthorizationRequest } from '../dev/find-authorization-request.ts'
import type { RunningServer } from '../server.ts'
import { endRequestNow } from './expire-request.store.ts'

/** Lets a request run out, and answers where the browser of whoever comes too late goes then. */
export async function expireRequest({ url: issuer, database }: RunningServer, url: string | URL): Promise<string> {
  const id = await findAuthorizationRequest(String(url))
  if (!database) throw new Error('The provider runs without a database.')
  await endRequestNow(database.sql, id)
  const response = await fetch(`${issuer}/oauth/return?auth_request_id=${id}`, { redirect: 'manual' })
  return response.headers.get('location') ?? response.url
}

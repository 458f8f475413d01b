import { ClientError } from '../failure.ts'
import { unread } from '../read.ts'
import type { Ask, CoreCall } from './http.ts'

const BASE = '/api/console/'

/** A question to the administration of the service; its path is below `/api/console/`. */
export type AdministrationCall = Pick<CoreCall, 'method' | 'path' | 'body'>

/** Apps, keys and the audit trail, for those who administer the service. */
export function createAdministrationEndpoints(ask: Ask) {
  return {
    administer: async (sessionToken: string, { method, path, body }: AdministrationCall) => {
      requireBelow(path)
      return ask({ method, path: `${BASE}${path}`, body, sessionToken, isExplained: true }, unread)
    },
  }
}

/** Rejects paths with dots: a compromised page must not reach core's other endpoints with this session. */
function requireBelow(path: string): void {
  const { pathname } = new URL(`https://core.invalid${BASE}${path}`)
  if (!pathname.startsWith(BASE)) throw new ClientError({ code: 'not_found' })
}

import { readObject } from '@countersign/vault'
import { readEvents, readGrants, readSessions } from './account-shapes.ts'
import { type Reader, unread } from './answer.ts'
import type { Ask } from './http.ts'

/** Sessions, grants, what the server noticed, and the account as a whole. */
export function createAccountEndpoints(ask: Ask) {
  const get = <Value>(path: string, sessionToken: string, read: Reader<Value>) =>
    ask({ method: 'GET', path, sessionToken }, read)
  const remove = async (path: string, sessionToken: string) => {
    await ask({ method: 'DELETE', path, sessionToken }, unread)
  }
  return {
    listSessions: (sessionToken: string) => get('/api/sessions/', sessionToken, readSessions),
    endSessionOf: (sessionToken: string, id: string) =>
      remove(`/api/sessions/${encodeURIComponent(id)}/`, sessionToken),
    endOtherSessions: (sessionToken: string, apps: boolean) =>
      remove(`/api/sessions/${apps ? '?apps=true' : ''}`, sessionToken),
    listGrants: (sessionToken: string) => get('/api/account/grants/', sessionToken, readGrants),
    revokeGrants: async (sessionToken: string, clientId: string) => {
      const body = { client_id: clientId }
      await ask({ method: 'POST', path: '/api/account/grants/revoke/', body, sessionToken }, unread)
    },
    listEvents: (sessionToken: string, cursor: string | undefined) => {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      return get(`/api/account/events/${query}`, sessionToken, readEvents)
    },
    exportAccount: (sessionToken: string) => get('/api/account/export/', sessionToken, readObject),
    deleteAccount: async (sessionToken: string) => {
      const body = { confirm: 'delete' }
      await ask({ method: 'POST', path: '/api/account/delete/', body, sessionToken }, unread)
    },
  }
}

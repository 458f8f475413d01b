import { readEvents, readGrants, readSessions } from './account-shapes.ts'
import { readFields } from './fields.ts'
import type { Ask } from './http.ts'

/** Sessions, grants, what the server noticed, and the account as a whole. */
export function createAccountEndpoints(ask: Ask) {
  const get = (path: string, sessionToken: string) => ask({ method: 'GET', path, sessionToken })
  const remove = async (path: string, sessionToken: string) => {
    await ask({ method: 'DELETE', path, sessionToken })
  }
  return {
    listSessions: async (sessionToken: string) => readSessions(await get('/api/sessions/', sessionToken)),
    endSessionOf: (sessionToken: string, id: string) =>
      remove(`/api/sessions/${encodeURIComponent(id)}/`, sessionToken),
    endOtherSessions: (sessionToken: string, apps: boolean) =>
      remove(`/api/sessions/${apps ? '?apps=true' : ''}`, sessionToken),
    listGrants: async (sessionToken: string) => readGrants(await get('/api/account/grants/', sessionToken)),
    revokeGrant: (sessionToken: string, id: string) =>
      remove(`/api/account/grants/${encodeURIComponent(id)}/`, sessionToken),
    listEvents: async (sessionToken: string, cursor: string | undefined) => {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      return readEvents(await get(`/api/account/events/${query}`, sessionToken))
    },
    exportAccount: async (sessionToken: string) => readFields(await get('/api/account/export/', sessionToken)),
    deleteAccount: async (sessionToken: string) => {
      const body = { confirm: 'delete' }
      await ask({ method: 'POST', path: '/api/account/delete/', body, sessionToken })
    },
  }
}

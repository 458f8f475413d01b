import type {
  AccountEvent,
  AccountEventList,
  Grant,
  GrantUpdateRequest,
  SecurityContact,
  SecurityContactChange,
  SessionSummary,
} from '@countersign/contracts'
import { ACCOUNT_EVENT_TYPES } from '@countersign/contracts/account-event-types'
import { ClientError } from '../failure.ts'
import {
  eachOf,
  fieldOf,
  fieldsOf,
  ignore,
  listOf,
  literalOf,
  orNull,
  type Reader,
  readFlag,
  readMoment,
  readNumber,
  readObject,
  readText,
  readUuid,
  readWords,
  texts,
  unread,
} from '../read.ts'
import type { Ask, CoreCall } from './http.ts'

const readMethodName = literalOf('password', 'passkey', 'recovery')

const readSession: Reader<SessionSummary> = fieldsOf({
  ...texts('session_id', 'created_at', 'auth_time', 'last_seen_at', 'idle_expires_at', 'absolute_expires_at'),
  user_agent: readWords,
  network: readWords,
  scope: literalOf('full', 'recovery'),
  method: orNull(readMethodName),
  is_current: readFlag,
})

const readSessions = fieldOf('sessions', listOf(readSession))

const readEvent: Reader<AccountEvent> = fieldsOf(
  {
    event_id: readUuid,
    at: readMoment,
    user_agent: readWords,
    network: readWords,
    type: literalOf(...ACCOUNT_EVENT_TYPES),
  },
  { method: readMethodName, client_id: readText, reason: readWords, new_device_session: readUuid },
)

const readEvents: Reader<AccountEventList> = fieldsOf({
  events: listOf(readEvent),
  next_cursor: orNull(readText),
})

const readGrant: Reader<Grant> = fieldsOf(
  {
    ...texts('grant_id', 'created_at', 'last_used_at', 'expires_at'),
    access_expires_at: orNull(readText),
    ends_at: orNull(readText),
    client: fieldsOf(texts('client_id', 'name', 'logo', 'description'), {
      ...texts('claims_encryption_jkt'),
      names: eachOf(readText),
    }),
    scopes: listOf(readText),
  },
  { keeps_up_to_date: literalOf(true), update: fieldsOf({ version: readNumber, is_fetched: readFlag }) },
)

const readGrants = fieldOf('grants', listOf(readGrant))

const CONTACT = '/api/account/security-contact/'
const readContact: Reader<SecurityContact> = fieldsOf({ is_available: readFlag, email: orNull(readText) })

export function createAccountEndpoints(ask: Ask) {
  const get = <Value>(path: string, sessionToken: string, read: Reader<Value>) =>
    ask({ method: 'GET', path, sessionToken }, read)
  const remove = (path: string, sessionToken: string) => ask({ method: 'DELETE', path, sessionToken }, ignore)
  const post = (path: string, sessionToken: string, body: object) =>
    ask({ method: 'POST', path, body, sessionToken }, ignore)
  return {
    listSessions: (sessionToken: string) => get('/api/sessions/', sessionToken, readSessions),
    endSessionOf: (sessionToken: string, id: string) =>
      remove(`/api/sessions/${encodeURIComponent(id)}/`, sessionToken),
    endOtherSessions: (sessionToken: string, apps: boolean) =>
      remove(`/api/sessions/${apps ? '?apps=true' : ''}`, sessionToken),
    listGrants: (sessionToken: string) => get('/api/account/grants/', sessionToken, readGrants),
    updateGrant: (sessionToken: string, body: GrantUpdateRequest) =>
      ask(
        { method: 'POST', path: '/api/internal/grant-updates/', body, sessionToken },
        fieldsOf({ version: readNumber }),
      ),
    revokeGrants: (sessionToken: string, clientId: string) =>
      post('/api/account/grants/revoke/', sessionToken, { client_id: clientId }),
    listEvents: (sessionToken: string, cursor: string | undefined) => {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      return get(`/api/account/events/${query}`, sessionToken, readEvents)
    },
    readSecurityContact: (sessionToken: string) => get(CONTACT, sessionToken, readContact),
    changeSecurityContact: (sessionToken: string, body: SecurityContactChange) =>
      ask({ method: 'PUT', path: CONTACT, body, sessionToken }, readContact),
    endSecurityContact: (sessionToken: string) => ask({ method: 'DELETE', path: CONTACT, sessionToken }, readContact),
    exportAccount: (sessionToken: string) => get('/api/account/export/', sessionToken, readObject),
    deleteAccount: (sessionToken: string) => post('/api/account/delete/', sessionToken, { confirm: 'delete' }),
  }
}

const BASE = '/api/console/'

/** `path` is below `/api/console/`. */
export type AdministrationCall = Pick<CoreCall, 'method' | 'path' | 'body'>

export function createAdministrationEndpoints(ask: Ask) {
  return {
    administer: async (sessionToken: string, { method, path, body }: AdministrationCall) => {
      requireBelow(path)
      return ask({ method, path: `${BASE}${path}`, body, sessionToken, isExplained: true }, unread)
    },
  }
}

/** A compromised page must not reach core's other endpoints with this session. */
function requireBelow(path: string): void {
  const { pathname } = new URL(`https://core.invalid${BASE}${path}`)
  if (!pathname.startsWith(BASE)) throw new ClientError({ code: 'not_found' })
}

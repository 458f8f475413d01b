import { ADMINISTRATION, type AdministrationDescription, CORE_ADMINISTRATION } from '@countersign/contracts'
import { keepingUpToDate } from '@countersign/provider/testing/kept-up-to-date'
import { type Message } from '@countersign/testing'
import { prepareChange, replaceRecoveryKey, withholdRotation } from './account.ts'
import { type CoreUnderTest } from './core-under-test.ts'
import { bearer, type PasskeyPerson } from './person.ts'

export type Victim = PasskeyPerson
export type Attempt = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly body?: object
  readonly etag?: string
}

/** An attempt with the victim's identifiers, and its only allowed answer. */
type Row = {
  readonly attempt: (core: CoreUnderTest, victim: Victim, stranger: Victim) => Promise<Attempt> | Attempt
  readonly refused: readonly [status: number, code: string]
}

/** Answers about the session's user; takes no identifier. */
const OWN = 'takes no identifier'

const HALF_DONE = 'the id of an unfinished sign-in or sign-up is random, and proves nothing by itself'

/** A request that the victim has opened, and so made theirs. */
async function openedBy({ app, provider }: CoreUnderTest, { token }: Victim): Promise<string> {
  const id = await (await provider.real()).startRequest()
  const read = await app.inject({ url: requestUrl(id), headers: bearer(token) })
  if (read.statusCode !== 200) throw new Error(`The victim cannot read their own request: ${read.body}`)
  return id
}

/** A code that went to the victim. */
async function codeOf({ app, mails }: CoreUnderTest, { token }: Victim) {
  const asked = { claim: 'email', value: 'victim@example.org', language: 'en' }
  const url = '/api/claim-verifications/start/'
  const started = await app.inject({ method: 'POST', url, headers: bearer(token), payload: asked })
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mails.at(-1)?.text ?? '')?.[0]
  const { claim, value } = asked
  return { ...started.json<{ verification_id: string }>(), claim, value, salt: 'A'.repeat(43), code }
}

/** A device's request, to be sent by another user. */
function asAttempt({ url, headers, payload }: Message): Attempt {
  const { 'if-match': etag = '' } = headers
  return { url, etag, body: payload }
}

/** `staging.test.ts` tries it. */
const NAMED = 'takes a name that its device chose: the same name of another person is another staging'

const ACCOUNTS = 'is for administrators alone (console.test.ts)'
const APPS = 'takes an app, whose owner the provider asks for: a developer has none but their own (console.test.ts)'

const requestUrl = (id: string) => `/api/internal/oauth/requests/${id}/`

/** A call about a request that the victim has opened; all is right but that it is the victim's. */
function onOpened(path: string, body?: object): Row {
  const attempt: Row['attempt'] = async (core, victim, stranger) => {
    const id = await openedBy(core, victim)
    const url = requestUrl(id) + path
    if (path !== 'complete/' && path !== 'silent/') return { url, ...(body && { body }) }
    const { attest } = await core.provider.real()
    return { url, body: { ...body, data_token: await attest(id, { sub: stranger.userId, claims: {} }) } }
  }
  return { attempt, refused: [404, 'not_found'] }
}

/** Every route, by method and path. A new route fails the first test until it says here what it takes. */
export const MATRIX: Readonly<Record<string, Row | string>> = {
  'GET /openapi/core.json': OWN,
  'POST /api/account/register/start/': OWN,
  'POST /api/account/register/finish/': HALF_DONE,
  'POST /api/account/register/passkey/start/': OWN,
  'POST /api/account/register/passkey/finish/': HALF_DONE,
  'POST /api/session/password/start/': OWN,
  'POST /api/session/password/finish/': HALF_DONE,
  'POST /api/session/passkey/start/': OWN,
  'POST /api/session/passkey/finish/': HALF_DONE,
  'POST /api/session/recovery/': 'takes the secret of a recovery key',
  'GET /api/session/': OWN,
  'DELETE /api/session/': OWN,
  'GET /api/sessions/': OWN,
  'DELETE /api/sessions/': OWN,
  'DELETE /api/sessions/:session_id/': {
    attempt: (_core, { signedIn }) => ({ method: 'DELETE', url: `/api/sessions/${signedIn.session.session_id}/` }),
    refused: [404, 'not_found'],
  },
  'GET /api/account/events/': {
    attempt: async ({ database }, { userId }) => {
      const [row] = await database.sql<{ event_id: string }>`
        select event_id from core.account_events where user_id = ${userId} limit 1`
      return { url: `/api/account/events/?cursor=${row!.event_id}` }
    },
    refused: [200, 'events: none'],
  },
  'GET /api/account/methods/': OWN,
  'POST /api/account/methods/password/start/': OWN,
  'POST /api/account/methods/passkey/start/': OWN,
  'POST /api/account/methods/changes/': {
    attempt: async (_core, victim, stranger) => {
      const { payload, ...message } = await prepareChange(stranger, () => replaceRecoveryKey(stranger))
      return asAttempt({ ...message, payload: { commit: payload.commit, remove: [victim.signedIn.unlock.id] } })
    },
    refused: [404, 'not_found'],
  },
  'GET /api/account/export/': OWN,
  'GET /api/account/security-contact/': OWN,
  'PUT /api/account/security-contact/': {
    attempt: async (core, victim, stranger) => {
      const { claim: _claim, value: email, salt: _salt, ...proof } = await codeOf(core, victim)
      await stranger.confirm({ act: 'change_security_contact' })
      return { method: 'PUT', url: '/api/account/security-contact/', body: { ...proof, email, language: 'en' } }
    },
    refused: [410, 'verification_expired'],
  },
  'DELETE /api/account/security-contact/': OWN,
  'POST /api/account/delete/': OWN,
  'GET /api/vault/': OWN,
  'POST /api/vault/commits/': {
    attempt: async (_core, { device, wire }) => {
      const work = () => device.saveProfile({ values: { email: 'ada@example.org' } })
      return asAttempt(await wire.withhold('/api/vault/commits/', work))
    },
    refused: [412, 'stale_vault'],
  },
  'POST /api/vault/staging/': NAMED,
  'GET /api/vault/activity/': OWN,
  'GET /api/vault/ancestors/': OWN,
  'POST /api/vault/rotate/': {
    attempt: async (_core, victim, stranger) => {
      await stranger.confirm({ act: 'rotate_account_key' })
      return asAttempt(await withholdRotation(victim))
    },
    refused: [412, 'stale_vault'],
  },
  'POST /api/vault/rotate/staging/': NAMED,
  'GET /api/claim-verifications/': OWN,
  'POST /api/claim-verifications/start/': OWN,
  'POST /api/claim-verifications/finish/': {
    attempt: async (core, victim) => ({
      url: '/api/claim-verifications/finish/',
      body: await codeOf(core, victim),
    }),
    refused: [410, 'verification_expired'],
  },
  'POST /api/logout-request/': 'takes the redirect of an app: it names the app, without a secret',
  'POST /api/logout-request/preview/': 'takes the same, without a session',
  'POST /api/requests/by-user-code/': 'takes the code that a device shows: it names the app to the holder of the code',
  'GET /api/requests/:auth_request_id/preview/': 'takes the redirect of an app: it names the app, without a secret',
  'GET /api/internal/oauth/requests/:auth_request_id/': onOpened(''),
  'POST /api/internal/attest-data/': {
    attempt: async (core, victim) => ({
      url: '/api/internal/attest-data/',
      body: {
        auth_request_id: await openedBy(core, victim),
        user_id: victim.userId,
        audience: (await core.provider.real()).client.client_id,
        claims: {},
      },
    }),
    refused: [403, 'user_mismatch'],
  },
  'POST /api/internal/grant-updates/': {
    attempt: async (core, victim) => {
      const { register, approve } = keepingUpToDate(await core.provider.real())
      const { grantId, client, sealed } = await approve(await register(), victim.userId)
      const body = { grant_id: grantId, audience: client.client_id, version: 1, ...sealed }
      return { url: '/api/internal/grant-updates/', body }
    },
    refused: [404, 'not_found'],
  },
  'POST /api/internal/oauth/requests/:auth_request_id/complete/': onOpened('complete/', {
    approved_scopes: ['openid'],
  }),
  'POST /api/internal/oauth/requests/:auth_request_id/deny/': onOpened('deny/', {}),
  'POST /api/internal/oauth/requests/:auth_request_id/give-back/': onOpened('give-back/', {}),
  'POST /api/internal/oauth/requests/:auth_request_id/silent/': onOpened('silent/', {}),
  ...routesBelowConsole(ADMINISTRATION, APPS),
  ...routesBelowConsole(CORE_ADMINISTRATION, ACCOUNTS),
  'GET /api/claims/': OWN,
  'POST /api/status-list/': 'takes the address of an issuer: its list is of no person',
  'GET /api/account/grants/': OWN,
  'POST /api/account/grants/revoke/': OWN,
}

function routesBelowConsole(operations: Readonly<Record<string, AdministrationDescription>>, reason: string) {
  const routes = Object.values(operations).map(({ method, path }) => `${method} /api/console/${path}`)
  return Object.fromEntries(routes.map((route) => [route, reason]))
}

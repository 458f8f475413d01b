import { registerClient } from '@countersign/provider'
import { expectStatus } from '@countersign/testing'
import { expect } from 'vitest'
import { APP_REDIRECT_URI } from '../../support/app-page.ts'
import { codeOf, type Statement, type World } from '../world.ts'

const HOUR_SECONDS = 3_600
const THIRTY_DAYS_SECONDS = 30 * 24 * HOUR_SECONDS

const RESPONSE: readonly Statement[] = [
  [
    'token: a code gives access_token, Bearer, 3600, refresh_token, scope and data_token',
    async ({ approve, tokensOf }) => {
      const text = expect.stringMatching(/./)
      return [
        await tokensOf(await approve()),
        expect.objectContaining({
          access_token: text,
          token_type: 'Bearer',
          expires_in: HOUR_SECONDS,
          refresh_token: text,
          scope: 'email profile',
          data_token: text,
        }),
      ]
    },
  ],
  [
    'token: the data token is the one that was stored with the code',
    async ({ approve, tokensOf }) => {
      const approved = await approve()
      return [(await tokensOf(approved))['data_token'], approved.dataToken]
    },
  ],
  [
    "token: another core's data token comes to the app as it was signed",
    async ({ start, otherCore, claimsFor, completeElsewhere, tokensOf }) => {
      const { id, verifier } = await start()
      const data_token = otherCore.attest(claimsFor(id))
      const { authorization_code } = expectStatus(200, await completeElsewhere(id, { data_token }))
      return [await tokensOf({ code: String(authorization_code), verifier }), expect.objectContaining({ data_token })]
    },
  ],
  [
    'token: scope is what the person approved, of what the app requested',
    async ({ approve, tokensOf }) => [
      (await tokensOf(await approve(['email'], { email: 'ada@example.com' })))['scope'],
      'email',
    ],
  ],
  [
    'token: the access token lives for an hour, the refresh token for 30 days',
    async ({ approve, tokensOf, system }) => {
      const { id, ...approved } = await approve()
      await tokensOf(approved)
      const [lifetimes] = await system.providerSql`
        select extract(epoch from access_token_expires_at - issued_at)::int as access,
               extract(epoch from refresh_token_expires_at - issued_at)::int as refresh
          from provider.grants where grant_id = ${id}`
      return [lifetimes, { access: HOUR_SECONDS, refresh: THIRTY_DAYS_SECONDS }]
    },
  ],
  [
    'token: the refresh token gives the next tokens',
    async ({ approve, tokensOf, exchange }) => {
      const { refresh_token } = await tokensOf(await approve())
      const next = { grant_type: 'refresh_token', refresh_token: String(refresh_token), redirect_uri: undefined }
      const refreshed = await exchange(
        { code: '', verifier: '' },
        { ...next, code: undefined, code_verifier: undefined },
      )
      return [expectStatus(200, refreshed), expect.objectContaining({ token_type: 'Bearer', expires_in: HOUR_SECONDS })]
    },
  ],
  [
    'token: the access token calls an API as a bearer token',
    async ({ start, consent, tokensOf, provider, person }) => {
      const { id, verifier } = await start({ scope: 'openid email' })
      const claims = { email: 'ada@example.com' }
      const approved = await consent.approve(id, { claims }, ['openid', 'email'])
      const tokens = await tokensOf({ ...approved, verifier })
      const headers = { authorization: `Bearer ${String(tokens['access_token'])}` }
      const userinfo = await provider({ method: 'GET', path: '/oauth/userinfo', headers })
      return [
        [tokens['scope'], expectStatus(200, userinfo)],
        ['openid email', expect.objectContaining({ sub: person.userId, ...claims })],
      ]
    },
  ],
  [
    'token: the body may be a form or JSON',
    async ({ approve, system, client_id, exchange }) => {
      const { code, verifier } = await approve()
      const client_secret = system.client.clientSecret ?? ''
      const form = { grant_type: 'authorization_code', redirect_uri: APP_REDIRECT_URI, client_id, client_secret }
      const body = new URLSearchParams({ ...form, code, code_verifier: verifier })
      const asForm = await fetch(`${system.providerUrl}/oauth/token/`, { method: 'POST', body })
      return [
        [asForm.status, (await exchange(await approve())).status],
        [200, 200],
      ]
    },
  ],
]

const REFUSED: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
  ['another secret', { client_secret: 'another' }, 'invalid_client'],
  ['no secret', { client_secret: undefined }, 'invalid_client'],
  ['a client that does not exist', { client_id: 'nobody' }, 'invalid_client'],
  ['a code that does not exist', { code: 'cs_ac_nothing' }, 'invalid_grant'],
  ['another redirect_uri than at authorize', { redirect_uri: 'https://other.example/' }, 'redirect_uri_mismatch'],
  ['another code_verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
  ['no code_verifier', { code_verifier: undefined }, 'invalid_grant'],
  ['another grant_type', { grant_type: 'password' }, 'unsupported_grant_type'],
]

async function otherApp({ system }: World) {
  const scopes = [{ name: 'email', reason: '', required: false }]
  const { clientId, clientSecret } = await registerClient(system.providerSql, {
    name: 'Other App',
    redirectUris: [APP_REDIRECT_URI],
    scopes,
  })
  return { client_id: clientId, client_secret: clientSecret }
}

const CODE: readonly Statement[] = [
  ...REFUSED.map(
    ([what, changes, code]): Statement => [
      `token: ${what} is ${code}`,
      async ({ approve, exchange }) => [codeOf(await exchange(await approve(), changes)), code],
    ],
  ),
  [
    'token: a code works once',
    async ({ approve, tokensOf, exchange }) => {
      const approved = await approve()
      await tokensOf(approved)
      return [codeOf(await exchange(approved)), 'invalid_grant']
    },
  ],
  [
    'token: of two exchanges at once one succeeds',
    async ({ approve, exchange }) => {
      const approved = await approve()
      const statuses = (await Promise.all([exchange(approved), exchange(approved)])).map(({ status }) => status)
      return [statuses.toSorted((one, other) => one - other), [200, 400]]
    },
  ],
  [
    'token: a code lives for ten minutes, and is invalid_grant then',
    async ({ approve, exchange, system }) => {
      const { id, ...approved } = await approve()
      const [lifetime] = await system.providerSql`
        with before as (select code_expires_at - decided_at as lived from provider.authorization_requests
                         where auth_request_id = ${id})
        update provider.authorization_requests set code_expires_at = now() from before where auth_request_id = ${id}
        returning extract(epoch from lived)::int as seconds`
      return [
        [lifetime, codeOf(await exchange(approved))],
        [{ seconds: 600 }, 'invalid_grant'],
      ]
    },
  ],
  [
    "token: another app's code is invalid_grant",
    async (world) => {
      const { client_id, client_secret } = await otherApp(world)
      return [codeOf(await world.exchange(await world.approve(), { client_id, client_secret })), 'invalid_grant']
    },
  ],
]

export const TOKENS: readonly Statement[] = [...RESPONSE, ...CODE]

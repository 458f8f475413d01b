import { createHash, randomBytes } from 'node:crypto'
import type { SignedUp } from '@countersign/testing'
import { type HttpClient, readJsonFields } from '../load/http-client.ts'
import type { Timed } from '../load/run-load.ts'
import type { Listening } from '../measure/server-process.ts'

export const CALLBACK_URI = 'https://app.example/callback'
const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace', locale: 'en' }
const SCOPES = ['openid', 'email', 'profile']

export type Servers = { readonly provider: HttpClient; readonly core: HttpClient; readonly app: Listening }

/** One flow, with all requests of the browser and the app's server. */
export async function runFlow(
  { provider, core, app: { clientId, clientSecret } }: Servers,
  { timed, person }: { readonly timed: Timed; readonly person: SignedUp },
) {
  const { sessionToken: session, userId } = person
  const verifier = randomBytes(32).toString('base64url')
  const authRequestId = await timed('authorize', async () => authorize(provider, clientId, verifier))
  const path = `/api/internal/oauth/requests/${authRequestId}/`
  await timed('details', async () => readJsonFields(await core.send({ method: 'GET', path, session }), ['status']))
  const attestation = { auth_request_id: authRequestId, user_id: userId, audience: clientId, claims: CLAIMS }
  const { data_token } = await timed('attest', async () =>
    readJsonFields(
      await core.send({ method: 'POST', path: '/api/internal/attest-data/', session, body: attestation }),
      ['data_token'],
    ),
  )
  const consent = { approved_scopes: SCOPES, data_token }
  const { authorization_code } = await timed('complete', async () =>
    readJsonFields(await core.send({ method: 'POST', path: `${path}complete/`, session, body: consent }), [
      'authorization_code',
    ]),
  )
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: authorization_code,
    redirect_uri: CALLBACK_URI,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
  })
  const tokens = await timed('token', async () =>
    readJsonFields(await provider.send({ method: 'POST', path: '/oauth/token/', body }), [
      'access_token',
      'refresh_token',
      'data_token',
    ]),
  )
  if (tokens.data_token !== data_token) throw new Error('The token endpoint answered with another data token.')
  return tokens
}

async function authorize({ send }: HttpClient, clientId: string, verifier: string): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK_URI,
    scope: SCOPES.join(' '),
    state: verifier.slice(0, 20),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { status, location, text } = await send({ method: 'GET', path: `/oauth/authorize?${query.toString()}` })
  const authRequestId = location && new URL(location).searchParams.get('auth_request_id')
  if (!authRequestId) throw new Error(`No request was started: ${status} ${text}`)
  return authRequestId
}

export async function runRefresh(
  { provider, app: { clientId, clientSecret } }: Servers,
  refreshToken: string,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await provider.send({ method: 'POST', path: '/oauth/token/', body })
  return readJsonFields(answer, ['access_token', 'refresh_token']).refresh_token
}

export async function runIntrospection(
  { provider, app: { clientId, clientSecret } }: Servers,
  token: string,
): Promise<void> {
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
  const { text } = await provider.send({ method: 'POST', path: '/oauth/introspect', body })
  if (!text.includes('"active":true')) throw new Error(`A token that was just given is not active: ${text}`)
}

import { createHash, randomBytes } from 'node:crypto'
import type { SignedUp } from '@countersign/testing'
import { type HttpAnswer, type HttpClient, readJsonFields } from '../load/http-client.ts'
import type { Timed } from '../load/run-load.ts'
import type { Listening } from '../measure/server-process.ts'

export const CALLBACK_URI = 'https://app.example/callback'
const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace', locale: 'en' }
const SCOPES = ['openid', 'email', 'profile']

export type Servers = { readonly provider: HttpClient; readonly core: HttpClient; readonly app: Listening }

/** One flow, with all requests of the browser and the app's server. */
export async function runFlow(
  servers: Servers,
  { timed, person }: { readonly timed: Timed; readonly person: SignedUp },
) {
  const { provider, core, app } = servers
  const { sessionToken: session, userId } = person
  const verifier = randomBytes(32).toString('base64url')
  const authRequestId = await timed('authorize', async () => authorize(provider, app.clientId, verifier))
  const path = `/api/internal/oauth/requests/${authRequestId}/`
  await timed('details', async () => readJsonFields(await core.send({ method: 'GET', path, session }), ['status']))
  const attestation = { auth_request_id: authRequestId, user_id: userId, audience: app.clientId, claims: CLAIMS }
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
  const form = {
    grant_type: 'authorization_code',
    code: authorization_code,
    redirect_uri: CALLBACK_URI,
    code_verifier: verifier,
  }
  const tokens = await timed('token', async () =>
    readJsonFields(await sendForm(servers, '/oauth/token/', form), ['access_token', 'refresh_token', 'data_token']),
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

export async function runRefresh(servers: Servers, refreshToken: string): Promise<string> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return readNextToken(await sendForm(servers, '/oauth/token/', form))
}

export async function runIntrospection(servers: Servers, token: string): Promise<void> {
  requireActive(await sendForm(servers, '/oauth/introspect', { token }))
}

/** From the app's server. */
function sendForm({ provider, app }: Servers, path: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ ...form, client_id: app.clientId, client_secret: app.clientSecret })
  return provider.send({ method: 'POST', path, body })
}

export function readNextToken(answer: HttpAnswer): string {
  return readJsonFields(answer, ['access_token', 'refresh_token']).refresh_token
}

export function requireActive({ text }: HttpAnswer): void {
  if (!text.includes('"active":true')) throw new Error(`A token that was just given is not active: ${text}`)
}

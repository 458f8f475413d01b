import { createHash, randomBytes } from 'node:crypto'
import { type GrantTerms, ISSUER_RELATION } from '@countersign/contracts'
import type { Person } from '@countersign/testing'
import type { Prepared } from './by-operator.ts'
import { locationOf, REDIRECT_URI, type Stage, type Told, told } from './stage.ts'

const SCOPE = 'openid email profile'

export async function discover({ asApp, toCore }: Stage): Promise<void> {
  await asApp('GET', '/.well-known/openid-configuration')
  await asApp('GET', '/.well-known/oauth-authorization-server')
  await asApp('GET', '/.well-known/jwks.json')
  await asApp('GET', '/.well-known/webfinger', { query: { resource: 'acct:ada@localhost', rel: ISSUER_RELATION } })
  await asApp('GET', '/openapi/provider.json')
  await toCore('GET', '/openapi/core.json')
}

/** An app that registers itself, with a token of the operator's. */
export async function register({ asOperator, asApp }: Stage): Promise<void> {
  const tokens = '/api/admin/initial-access-tokens/'
  const initial = await told(asOperator('POST', tokens, { json: { uses: 5, expires_in: 3600 } }))
  await asOperator('GET', tokens)
  const metadata = { client_name: 'Notes', redirect_uris: ['https://notes.example/callback'], scope: 'openid email' }
  const headers = { authorization: `Bearer ${initial['initial_access_token']}` }
  const client = await told(asApp('POST', '/oauth/register', { headers, json: metadata }))
  const own = { headers: { authorization: `Bearer ${client['registration_access_token']}` } }
  const path = `/oauth/register/${client['client_id']}`
  await asApp('GET', path, own)
  const { client_id, client_secret } = client
  await asApp('PUT', path, { ...own, json: { ...metadata, client_id, client_secret, client_name: 'Notes 2' } })
  await asApp('DELETE', path, own)
  await asOperator('DELETE', `${tokens}${initial['token_id']}/`)
}

/** A verifier of its own for each request (RFC 7636 §4.1), and the parameters with its challenge. */
function newRequest({ recorder }: Stage, app: Told) {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  recorder.learn('code_verifier', code_verifier)
  recorder.learn('code_challenge', code_challenge)
  const parameters = {
    client_id: `${app['client_id']}`,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: SCOPE,
    state: 'af0ifjsldkj',
    code_challenge,
    code_challenge_method: 'S256',
  }
  return { code_verifier, parameters }
}

export const basicOf = (client: Told) => ({
  authorization: `Basic ${btoa(`${client['client_id']}:${client['client_secret']}`)}`,
})

export const idOf = (response: Response) => locationOf(response).searchParams.get('auth_request_id') ?? ''

/** Starts a request as a browser would, with changed parameters. */
export async function startRequest(stage: Stage, { app }: Prepared, changes: Record<string, string> = {}) {
  const { parameters, code_verifier } = newRequest(stage, app)
  const query = { ...parameters, ...changes }
  return { id: idOf(await stage.asApp('GET', '/oauth/authorize', { query })), code_verifier }
}

export async function approve(
  device: Person['device'],
  id: string,
  itemIds: Readonly<Record<string, string>>,
  grant?: GrantTerms,
) {
  const { requested_scopes: scopes } = await device.readRequest({ id })
  const claims = Object.entries(itemIds).map(([itemId, value]) => ({ itemId, value }))
  return device.approve({ id, scopes, claims, ...(grant && { grant }) })
}

/** Every way to start an authorization request; answers the first. */
export async function authorize(stage: Stage, prepared: Prepared) {
  const { asApp } = stage
  const { app } = prepared
  const first = await startRequest(stage, prepared)
  await asApp('POST', '/oauth/authorize', { form: newRequest(stage, app).parameters })
  const { parameters } = newRequest(stage, app)
  const pushed = await told(asApp('POST', '/oauth/par', { headers: basicOf(app), form: parameters }))
  const query = { client_id: `${app['client_id']}`, request_uri: `${pushed['request_uri']}` }
  await asApp('GET', '/oauth/authorize', { query, title: 'With a pushed request' })
  return first
}

type Redeemed = Record<'code' | 'code_verifier', string>

export async function redeemCode({ asApp }: Stage, app: Told, redeemed: Redeemed): Promise<Told> {
  const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, ...redeemed }
  return told(asApp('POST', '/oauth/token/', { headers: basicOf(app), form }))
}

/** Redeems a code, and goes on to everything that an app does with tokens. */
export async function useTokens({ asApp }: Stage, { app, api }: Prepared, redeemed: Redeemed): Promise<Told> {
  const headers = basicOf(app)
  const redeem = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, ...redeemed }
  const tokens = await told(asApp('POST', '/oauth/token/', { headers, form: redeem, title: 'Exchange a code' }))
  const bearer = { headers: { authorization: `Bearer ${tokens['access_token']}` } }
  await asApp('GET', '/oauth/userinfo', bearer)
  await asApp('POST', '/oauth/userinfo', bearer)
  await asApp('GET', '/oauth/userinfo', {
    headers: { authorization: 'Bearer an-old-access-token' },
    title: 'With a token that has expired',
  })
  await asApp('POST', '/oauth/introspect', { headers, form: { token: `${tokens['access_token']}` } })
  const refresh = { grant_type: 'refresh_token', refresh_token: `${tokens['refresh_token']}` }
  const refreshed = await told(asApp('POST', '/oauth/token/', { headers, form: refresh, title: 'Refresh the tokens' }))
  await asApp('POST', '/oauth/token/', { headers, form: redeem, title: 'With a code that was used before' })
  const own = { grant_type: 'client_credentials', scope: 'orders:read', resource: 'https://api.shop.example' }
  const ownTokens = await told(asApp('POST', '/oauth/token/', { headers, form: own, title: 'For calls of its own' }))
  await asApp('POST', '/oauth/introspect', {
    headers: basicOf(api),
    form: { token: `${ownTokens['access_token']}` },
    title: 'By an API',
  })
  await asApp('POST', '/oauth/revoke', { headers, form: { token: `${refreshed['refresh_token']}` } })
  return tokens
}

/** A television that shows a code. */
export async function startOnDevice({ asApp }: Stage, { app }: Prepared): Promise<Told> {
  return told(asApp('POST', '/oauth/device_authorization', { headers: basicOf(app), form: { scope: SCOPE } }))
}

export async function finishOnDevice({ asApp }: Stage, { app }: Prepared, device: Told): Promise<void> {
  await asApp('POST', '/oauth/token/', {
    headers: basicOf(app),
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: `${device['device_code']}` },
    title: 'By the code of a device',
  })
}

/** Ways back to the app without a person who approves. */
export async function returnUnanswered(stage: Stage, prepared: Prepared, denied: string): Promise<void> {
  const { asApp } = stage
  const { id: silent } = await startRequest(stage, prepared, { scope: 'openid', prompt: 'none' })
  await asApp('GET', '/oauth/authorize/unanswered', {
    query: { auth_request_id: silent, error: 'login_required' },
  })
  await asApp('GET', '/oauth/return', { query: { auth_request_id: denied } })
  const client_id = `${prepared.app['client_id']}`
  await asApp('GET', '/oauth/form-post', {
    query: { client_id, redirect_uri: REDIRECT_URI, error: 'access_denied', state: 'af0ifjsldkj' },
  })
}

/** Answers the request that the consent page reads. */
export async function askToSignOut({ asApp, recorder }: Stage, idToken: string): Promise<string> {
  const asked = { id_token_hint: idToken, post_logout_redirect_uri: 'https://shop.example/', state: 'bye' }
  await asApp('POST', '/oauth/logout', { form: asked })
  const page = locationOf(await asApp('GET', '/oauth/logout', { query: asked }))
  const request = page.hash.slice(1)
  recorder.learn('logout_request', request)
  return request
}

import {
  type Call,
  ENGINES,
  expectStatus,
  httpCaller,
  identifiers,
  keyStretching,
  signUpByPassword,
  startBeforeAll,
} from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { describe, expect, test } from 'vitest'
import { relyingApp, startFlow } from '../support/start-flow.ts'
import { APP_REDIRECT_URI, coreOf, signUpOn, startSystem } from '../support/system.ts'
import { dumpAsText } from '../support/traces.ts'

const CLAIMS = { email: 'ada.byron@example.com', name: 'Augusta Ada King', birthdate: '1815-12-10' }
const SCOPES = ['openid', 'email', 'profile']

describe.each(ENGINES)('what a full flow leaves behind on the %s database', (engine) => {
  const system = startBeforeAll(() => startSystem(engine, 'together'))

  test('no code, token, secret, password, recovery key, login name or claim value, in no encoding; after deletion, not the person', async () => {
    const core = httpCaller(system.coreUrl)
    const credentials = { login: 'augusta-login-name', password: 'violet kettle sleeps in orbit' }
    const ada = await signUpByPassword(coreOf(system), credentials)
    const headers = { authorization: `Bearer ${ada.sessionToken}` }
    const app = relyingApp(system)
    const { url, flow } = await app.beginSignIn()
    const started = await fetch(url, { redirect: 'manual' })
    const id = new URL(started.headers.get('location') ?? '').searchParams.get('auth_request_id')
    const attest = { auth_request_id: id, user_id: ada.userId, audience: system.client.clientId, claims: CLAIMS }
    const attested = await core({ method: 'POST', path: '/api/internal/attest-data/', headers, body: attest })
    const dataToken = String(expectStatus(200, attested)['data_token'])
    const completed = await core({
      method: 'POST',
      path: `${pathOf(String(id))}complete/`,
      headers,
      body: { approved_scopes: SCOPES, data_token: dataToken },
    })
    const code = String(expectStatus(200, completed)['authorization_code'])
    const query = new URLSearchParams({ code, state: flow.state, iss: system.providerUrl })
    const result = await app.finishSignIn(`${APP_REDIRECT_URI}?${query.toString()}`, flow)
    const refreshed = await app.refresh(result.tokens.refreshToken ?? '')

    const exportKey = await readExportKey(core, credentials)

    const kept = `${await dumpAsText(system.databases)}\n${system.log()}`
    expect(kept).toContain(ada.userId)
    expect(system.log()).toContain('tokens_issued')
    const secrets: Record<string, string> = {
      code,
      dataToken,
      accessToken: result.tokens.accessToken,
      refreshToken: result.tokens.refreshToken ?? '',
      secondAccessToken: refreshed.tokens.accessToken,
      secondRefreshToken: refreshed.tokens.refreshToken ?? '',
      clientSecret: system.client.clientSecret ?? 'missing',
      codeVerifier: flow.codeVerifier,
      sessionToken: ada.sessionToken,
      password: ada.password,
      exportKey,
      exportKeyBytes: Buffer.from(exportKey, 'base64url').toString('hex'),
      recoveryKey: ada.recoveryKey,
      recoveryKeyInOne: ada.recoveryKey.replaceAll('-', ''),
      login: ada.login,
      ...CLAIMS,
    }
    const found = Object.entries(secrets).filter(([, secret]) =>
      encodingsOf(secret).some((form) => kept.includes(form)),
    )
    expect(found.map(([name]) => name)).toEqual([])

    const bystander = await signUpOn(system)
    expectStatus(200, await core({ method: 'GET', path: pathOf(await startFlow(system)), headers }))
    await ada.device.deleteAccount({})
    const after = await dumpAsText(system.databases)
    expect(after).not.toContain(ada.userId)
    expect(after).toContain(bystander.userId)
    // That the app was allowed something stays in the trail, without by whom.
    expect(after).toContain('authorization_request_approved')
  })
})

/** What the password opens the vault with, which no device lets out: from a sign-in that is left half-done. */
async function readExportKey(core: Call, { login, password }: { login: string; password: string }): Promise<string> {
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  const body = { login, start_login_request: startLoginRequest }
  const started = expectStatus(200, await core({ method: 'POST', path: '/api/session/password/start/', body }))
  const loginResponse = String(started['login_response'])
  return client.finishLogin({ clientLoginState, loginResponse, password, identifiers, keyStretching })!.exportKey
}

const pathOf = (authRequestId: string) => `/api/internal/oauth/requests/${authRequestId}/`

function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
}

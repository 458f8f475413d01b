import {
  type Call,
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
import { coreOf, signUpOn, startSystem } from '../support/system.ts'
import { dumpAsText } from '../support/traces.ts'
import { callbackWith, createConsentCalls } from './consent-calls.ts'

const CLAIMS = { email: 'ada.byron@example.com', name: 'Augusta Ada King', birthdate: '1815-12-10' }

describe('full flow', () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))

  test('leftovers: no secret or claim value in any encoding, and no user after deletion', async () => {
    const core = httpCaller(system.coreUrl)
    const credentials = { login: 'augusta-login-name', password: 'violet kettle sleeps in orbit' }
    const ada = await signUpByPassword(coreOf(system), credentials)
    const consent = createConsentCalls(core, ada, system.client.clientId)
    const app = relyingApp(system)
    const { url, flow } = await app.beginSignIn()
    const { dataToken, code } = await consent.approve(await startFlow(system, url), { claims: CLAIMS })
    const result = await app.finishSignIn(callbackWith({ code, state: flow.state, iss: system.providerUrl }), flow)
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
    expectStatus(200, await consent.read(await startFlow(system)))
    await ada.device.deleteAccount({})
    const after = await dumpAsText(system.databases)
    expect(after).not.toContain(ada.userId)
    expect(after).toContain(bystander.userId)
    // The trail keeps the approval without the person.
    expect(after).toContain('authorization_request_approved')
  })
})

/** The OPAQUE export key, which no device reveals: from half a sign-in. */
async function readExportKey(core: Call, { login, password }: { login: string; password: string }): Promise<string> {
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  const body = { login, start_login_request: startLoginRequest }
  const started = expectStatus(200, await core({ method: 'POST', path: '/api/session/password/start/', body }))
  const loginResponse = String(started['login_response'])
  return client.finishLogin({ clientLoginState, loginResponse, password, identifiers, keyStretching })!.exportKey
}

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

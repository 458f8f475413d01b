import { type RegisteredClient, registerClient } from '@countersign/provider'
import { type CountersignSettings, createCountersign, type SignInFlow } from '@countersign/sdk'
import { type Person, signUp, startBeforeAll, type Told } from '@countersign/testing'
import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf } from '../support/approval.ts'
import { startLyingSystem } from '../support/lying-core.ts'

const SCOPES = ['openid', 'email'].map((name) => ({ name, reason: '', required: false }))
const TOKENS = '/oauth/token/'

describe('an app by the SDK, at the real provider', () => {
  const lying = startBeforeAll(startLyingSystem)
  const keyed: Partial<CountersignSettings> = { dpop: true }
  let client: RegisteredClient
  let ada: Person
  let eve: Person

  beforeAll(async () => {
    const core = { url: lying.url, origin: new URL(lying.system.webUrl).origin }
    ;[ada, eve] = [await signUp(core), await signUp(core)]
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    client = await registerClient(lying.system.providerSql, {
      name: 'Wildflower Books',
      redirectUris: [APP_REDIRECT_URI],
      scopes: SCOPES,
      authenticationMethod: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kty: 'EC' }] },
      dpopBound: true,
      requirePushedRequests: true,
    })
    Object.assign(keyed, { clientKey: JSON.stringify(await exportJWK(privateKey)), pushed: true })
  })
  beforeEach(() => {
    lying.proxy.lie = undefined
  })

  const connect = (changes: Partial<CountersignSettings> = {}) => {
    const { clientId } = client
    const settings = { issuer: lying.url, clientId, redirectUri: APP_REDIRECT_URI, scopes: ['openid', 'email'] }
    return createCountersign({ ...settings, allowPlainClaims: true, ...keyed, ...changes })
  }
  const callbackOf = (answer: { readonly code: string; readonly state: string }) =>
    `/callback?${new URLSearchParams({ ...answer, iss: lying.url }).toString()}`

  async function approve({ device }: Person, url: string): Promise<string> {
    const { code, state } = await device.approve(await approvalOf(lying, device, url))
    return callbackOf({ code, state })
  }

  test('proves itself by its key, hands requests over first, and binds its tokens to another key', async () => {
    const app = connect()
    const { url, flow } = await app.beginSignIn()
    expect([...new URL(url).searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    const signedIn = await app.finishSignIn(await approve(ada, url), flow)
    expect(signedIn).toMatchObject({
      subject: expect.any(String),
      tokens: { tokenType: 'DPoP' },
      scope: ['openid'],
    })

    const ask = (accessToken: string) => app.fetch(`${lying.url}/oauth/userinfo`, { accessToken })
    const userinfo = await ask(signedIn.tokens.accessToken)
    expect([userinfo.status, await userinfo.json()]).toEqual([200, { sub: signedIn.subject }])
    const stolen = connect().fetch(`${lying.url}/oauth/userinfo`, { accessToken: signedIn.tokens.accessToken })
    expect((await stolen).status).toBe(401)

    const { tokens } = await app.refresh(signedIn.tokens.refreshToken ?? '')
    expect((await ask(tokens.accessToken)).status).toBe(200)
    await app.revoke(tokens.refreshToken ?? '')
    expect((await ask(tokens.accessToken)).status).toBe(401)
    await expect(app.refresh(tokens.refreshToken ?? '')).rejects.toHaveProperty('code', 'invalid_grant')
  })

  test('is refused with another key than the registered one', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const app = connect({ clientKey: JSON.stringify(await exportJWK(privateKey)) })
    await expect(app.beginSignIn()).rejects.toMatchObject({ code: 'invalid_client', advice: 'check_settings' })
  })

  test('passes on how to mend a request that the provider refuses', async () => {
    await expect(connect().beginSignIn({ resource: 'https://api.example/unknown' })).rejects.toMatchObject({
      providerError: 'invalid_target',
      message: expect.stringMatching(/The provider says: .*Its operator registers it: countersign resources add\.$/),
    })
  })

  describe('that lies', () => {
    type Body = Readonly<Record<string, unknown>>
    let answers: readonly Body[]
    let flowOfAda: SignInFlow

    /** Token answers to two sign-ins, one of each person. */
    beforeAll(async () => {
      const seen: Body[] = []
      lying.proxy.lie = async ({ path }, truth) => {
        const told = await truth()
        if (path === TOKENS && told.status === 200) seen.push(JSON.parse(told.body))
        return told
      }
      for (const person of [ada, eve]) {
        const { url, flow } = await connect().beginSignIn()
        await connect().finishSignIn(await approve(person, url), flow)
        flowOfAda = person === ada ? flow : flowOfAda
      }
      answers = seen
    })

    const lieAt = (wanted: string, told: Partial<Told>) => {
      lying.proxy.lie = async ({ path }, truth) =>
        path === wanted ? { status: 200, headers: { 'content-type': 'application/json' }, body: '', ...told } : truth()
    }
    const comeBack = async (flow: SignInFlow) =>
      connect().finishSignIn(callbackOf({ code: 'any', state: flow.state }), flow)

    test.each<[string, (earlier: Body) => Body, string]>([
      ['hands over the whole answer to an earlier sign-in', (earlier) => earlier, 'nonce_mismatch'],
      ['leaves the id_token out', (earlier) => ({ ...earlier, id_token: undefined }), 'invalid_response'],
      ['leaves the data token out', (earlier) => ({ ...earlier, data_token: undefined }), 'invalid_response'],
      ['binds the token to no key', (earlier) => ({ ...earlier, token_type: 'Bearer' }), 'invalid_response'],
      [
        'passes the id_token as a data token',
        (earlier) => ({ ...earlier, data_token: earlier['id_token'] }),
        'invalid_token',
      ],
      [
        'passes the data token as an id_token',
        (earlier) => ({ ...earlier, id_token: earlier['data_token'] }),
        'invalid_id_token',
      ],
    ])('is refused where it %s', async (_case, lie, code) => {
      const { flow } = await connect().beginSignIn()
      lieAt(TOKENS, { body: JSON.stringify(lie(answers[0] ?? {})) })
      await expect(comeBack(flow)).rejects.toHaveProperty('code', code)
    })

    test("is refused where it mixes in another person's data token, within one sign-in", async () => {
      const [ofAda, ofEve] = answers
      lieAt(TOKENS, { body: JSON.stringify({ ...ofAda, data_token: ofEve?.['data_token'] }) })
      await expect(comeBack(flowOfAda)).rejects.toHaveProperty('code', 'wrong_subject')
    })

    test('is refused where it publishes keys of its own', async () => {
      const { flow } = await connect().beginSignIn()
      const { publicKey } = await generateKeyPair('ES256', { extractable: true })
      lying.proxy.lie = async ({ path }, truth) => {
        const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] }
        const json = { status: 200, headers: { 'content-type': 'application/json' } }
        if (path === TOKENS) return { ...json, body: JSON.stringify(answers[0]) }
        return path === '/.well-known/jwks.json' ? { ...json, body: JSON.stringify(keys) } : truth()
      }
      await expect(comeBack(flow)).rejects.toHaveProperty('code', 'bad_signature')
    })

    test.each(['lost', 'redirect'] as const)('leaves nothing behind where the answer is %s', async (how) => {
      const { flow } = await connect().beginSignIn()
      if (how === 'redirect') lieAt(TOKENS, { status: 307, headers: { location: 'https://attacker.example/' } })
      else lying.proxy.lie = async ({ path }, truth) => (path === TOKENS ? 'lost' : truth())
      await expect(comeBack(flow)).rejects.toMatchObject({ code: 'unreachable', advice: 'try_later' })
    })
  })
})

import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { sealClaims } from '@countersign/device'
import { registerClient } from '@countersign/provider'
import { createCountersign } from '@countersign/sdk'
import { type Call, ENGINES, expectStatus, httpCaller, type SignedUp, startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { APP_REDIRECT_URI, signUpOn, startSystem } from '../support/system.ts'
import { dumpAsText, startWiretap, tracesOf, type Wiretap } from '../support/traces.ts'

type ClaimsKey = Parameters<typeof sealClaims>[0]['key']

const SCOPES = ['openid', 'email', 'profile']
const CLAIMS = { email: 'ada.sealed@example.com', name: 'Augusta Ada King-Noel', birthdate: '1815-12-10' }

describe.each(ENGINES)('a flow with sealed claims, components apart, on the %s database', (engine) => {
  let wiretap: Wiretap
  afterAll(() => wiretap?.close())
  const system = startBeforeAll(() =>
    startSystem(engine, 'apart', {
      detour: async (providerUrl) => {
        wiretap = await startWiretap(providerUrl)
        return wiretap.url
      },
    }),
  )
  let core: Call
  let ada: SignedUp
  let key: AppKey
  let app: ReturnType<typeof createCountersign>
  let clientId: string

  beforeAll(async () => {
    core = httpCaller(system.coreUrl)
    ada = await signUpOn(system)
    key = await newAppKey()
    const client = await registerClient(system.providerSql, {
      name: 'Sealed App',
      redirectUris: [APP_REDIRECT_URI],
      scopes: SCOPES.map((name) => ({ name, reason: '', required: false })),
      claimsEncryptionKey: key.publicJwk,
    })
    clientId = client.clientId
    app = createCountersign({
      issuer: system.providerUrl,
      clientId,
      clientSecret: client.clientSecret,
      redirectUri: APP_REDIRECT_URI,
      scopes: SCOPES,
      claimsDecryptionKey: JSON.stringify(key.privateJwk),
    })
  })

  const headers = () => ({ authorization: `Bearer ${ada.sessionToken}` })
  const attest = (id: string, form: object) => {
    const body = { auth_request_id: id, user_id: ada.userId, audience: clientId, ...form }
    return core({ method: 'POST', path: '/api/internal/attest-data/', headers: headers(), body })
  }

  async function start() {
    const { url, flow } = await app.beginSignIn()
    const started = await fetch(url, { redirect: 'manual' })
    const id = new URL(started.headers.get('location') ?? '').searchParams.get('auth_request_id') ?? ''
    const path = `/api/internal/oauth/requests/${id}/`
    const details = expectStatus(200, await core({ method: 'GET', path, headers: headers() }))
    return { id, path, flow, appKey: (details['client'] as { claims_encryption_jwk: ClaimsKey }).claims_encryption_jwk }
  }

  test('the app gets every value, and nobody on the way can have read one', async () => {
    const { id, path, flow, appKey } = await start()
    const device = { audience: clientId, subject: ada.userId, authRequestId: id }
    const { claim_names, claims_jwe } = await sealClaims({ claims: CLAIMS, key: appKey, ...device })
    const { data_token } = expectStatus(200, await attest(id, { claim_names, claims_jwe }))
    const body = { approved_scopes: SCOPES, data_token }
    const completed = await core({ method: 'POST', path: `${path}complete/`, headers: headers(), body })
    const code = String(expectStatus(200, completed)['authorization_code'])
    const keptBefore = await dumpAsText(system.databases)
    const query = new URLSearchParams({ code, state: flow.state, iss: system.providerUrl })
    const signedIn = await app.finishSignIn(`${APP_REDIRECT_URI}?${query.toString()}`, flow)
    expect(signedIn).toMatchObject({ subject: ada.userId, claims: CLAIMS, scope: SCOPES, authRequestId: id })

    const authorization = { authorization: `Bearer ${signedIn.tokens.accessToken}` }
    const userinfo = await fetch(`${system.providerUrl}/oauth/userinfo`, { headers: authorization })
    expect(await userinfo.json()).toEqual({ sub: ada.userId })

    const places = {
      log: system.log(),
      traffic: wiretap.heard(),
      'data token': signedIn.dataToken,
      'databases before the exchange': keptBefore,
      'databases after it': await dumpAsText(system.databases),
    }
    expect(places.traffic).toContain(String(data_token))
    expect(places['databases before the exchange']).toContain(ada.userId)
    const found = Object.entries(places).flatMap(([place, text]) =>
      Object.entries(CLAIMS)
        .filter(([, value]) => tracesOf(value).some((trace) => text.includes(trace)))
        .map(([name]) => `${name} in ${place}`),
    )
    expect(found).toEqual([])
  })

  test('the search finds the values of an app without a key on the wire, so it would have found these', async () => {
    const id = await startFlow(system)
    const claims = { email: 'control@example.com', name: 'A control value', birthdate: '1906-12-09' }
    const attested = await attest(id, { audience: system.client.clientId, claims })
    const body = { approved_scopes: SCOPES, data_token: expectStatus(200, attested)['data_token'] }
    const path = `/api/internal/oauth/requests/${id}/complete/`
    expectStatus(200, await core({ method: 'POST', path, headers: headers(), body }))
    const missed = Object.values(claims).filter(
      (value) => !tracesOf(value).some((each) => wiretap.heard().includes(each)),
    )
    expect(missed).toEqual([])
  })

  test('nobody can leave the seal off, and the request stays open for one who does not', async () => {
    const { id, appKey } = await start()
    const refused = await attest(id, { claims: CLAIMS })
    expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_claims'])
    const device = { audience: clientId, subject: ada.userId, authRequestId: id }
    const { claim_names, claims_jwe } = await sealClaims({ claims: CLAIMS, key: appKey, ...device })
    expectStatus(200, await attest(id, { claim_names, claims_jwe }))
  })

  test('a seal that was cut out of one request and pasted into another is signed, and the app refuses it', async () => {
    const [victim, request] = [await start(), await start()]
    const device = { audience: clientId, subject: 'somebody-else', authRequestId: victim.id }
    const { claim_names, claims_jwe } = await sealClaims({ claims: CLAIMS, key: victim.appKey, ...device })
    const { data_token } = expectStatus(200, await attest(request.id, { claim_names, claims_jwe }))
    await expect(app.readClaims(String(data_token))).rejects.toMatchObject({
      code: 'foreign_claims',
      message: expect.stringContaining('another person'),
    })
  })
})

import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { sealClaims } from '@countersign/device'
import { registerClient } from '@countersign/provider'
import { createCountersign } from '@countersign/sdk'
import { expectStatus, httpCaller, type SignedUp, startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { startFlow } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'
import { dumpAsText, startWiretap, tracesOf, type Wiretap } from '../support/traces.ts'
import { type ConsentCalls, callbackWith, consentOn, createConsentCalls } from './consent-calls.ts'

type ClaimsKey = Parameters<typeof sealClaims>[0]['key']

const SCOPES = ['openid', 'email', 'profile']
const CLAIMS = { email: 'ada.sealed@example.com', name: 'Augusta Ada King-Noel', birthdate: '1815-12-10' }

describe('a flow with sealed claims, components apart', () => {
  let wiretap: Wiretap
  afterAll(() => wiretap?.close())
  const system = startBeforeAll(() =>
    startSystem('postgresql', 'apart', {
      detour: async (providerUrl) => {
        wiretap = await startWiretap(providerUrl)
        return wiretap.url
      },
    }),
  )
  let consent: ConsentCalls
  let ada: SignedUp
  let key: AppKey
  let app: ReturnType<typeof createCountersign>
  let clientId: string

  beforeAll(async () => {
    ada = await signUpOn(system)
    key = await newAppKey()
    const client = await registerClient(system.providerSql, {
      name: 'Sealed App',
      redirectUris: [APP_REDIRECT_URI],
      scopes: SCOPES.map((name) => ({ name, reason: '', required: false })),
      claimsEncryptionKey: key.publicJwk,
    })
    clientId = client.clientId
    consent = createConsentCalls(httpCaller(system.coreUrl), ada, clientId)
    app = createCountersign({
      issuer: system.providerUrl,
      clientId,
      clientSecret: client.clientSecret,
      redirectUri: APP_REDIRECT_URI,
      scopes: SCOPES,
      claimsDecryptionKey: JSON.stringify(key.privateJwk),
    })
  })

  async function start() {
    const { url, flow } = await app.beginSignIn()
    const id = await startFlow(system, url)
    const details = expectStatus(200, await consent.read(id))
    const { claims_encryption_jwk: appKey } = details['client'] as { claims_encryption_jwk: ClaimsKey }
    const seal = (subject = ada.userId) =>
      sealClaims({ claims: CLAIMS, key: appKey, audience: clientId, subject, authRequestId: id })
    return { id, flow, seal }
  }

  test('the app gets every value, and no one on the way can have read one', async () => {
    const { id, flow, seal } = await start()
    const { dataToken, code } = await consent.approve(id, await seal())
    const keptBefore = await dumpAsText(system.databases)
    const signedIn = await app.finishSignIn(callbackWith({ code, state: flow.state, iss: system.providerUrl }), flow)
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
    expect(places.traffic).toContain(dataToken)
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
    await consentOn(system, ada).approve(id, { claims })
    const missed = Object.values(claims).filter(
      (value) => !tracesOf(value).some((each) => wiretap.heard().includes(each)),
    )
    expect(missed).toEqual([])
  })

  test('claims without a seal are refused, and the request stays open for sealed ones', async () => {
    const { id, seal } = await start()
    const refused = await consent.attest(id, { claims: CLAIMS })
    expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_claims'])
    expectStatus(200, await consent.attest(id, await seal()))
  })

  test('a seal that was cut out of one request and pasted into another is signed, and the app refuses it', async () => {
    const [victim, request] = [await start(), await start()]
    const { data_token } = expectStatus(200, await consent.attest(request.id, await victim.seal('somebody-else')))
    await expect(app.readClaims(String(data_token))).rejects.toMatchObject({
      code: 'foreign_claims',
      message: expect.stringContaining('another person'),
    })
  })
})

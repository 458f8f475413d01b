import type { Device } from '@countersign/device'
import { codeOf, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { ADA, signInAtUniversity, useUniversity } from '../support/university.ts'
import { useGraduates } from './graduates.ts'

const { core, university, shown, share } = useGraduates()

const SERVER = '/.well-known/oauth-authorization-server/university'
const ISSUER = '/.well-known/openid-credential-issuer/university'

/** Changes members of a JSON answer for the next steps. */
async function telling<Result>(path: string, changes: object, work: () => Promise<Result>): Promise<Result> {
  university.lies.set(path, (body) => JSON.stringify({ ...JSON.parse(body), ...changes }))
  try {
    return await work()
  } finally {
    university.lies.delete(path)
  }
}

/** To the university's sign-in, of which the tab keeps `kept`. */
async function leave(device: Device, from = university) {
  await device.readCredentialOffer({ link: from.offer(ADA).signInLink })
  return device.leaveForIssuer(from.client)
}

async function leaveAndAgree(device: Device) {
  const { address, kept } = await leave(device)
  return { kept, response: await signInAtUniversity(address) }
}

describe('a credential by sign-in at its issuer', () => {
  test('comes with a pushed request and PKCE, and is shared as any other', async () => {
    const { device } = await signUp(core)
    const offer = await device.readCredentialOffer({ link: university.offer(ADA).signInLink })
    expect(offer).toMatchObject({ codeAsked: undefined, signInAt: `${university.issuer}/authorize` })
    const { address, kept } = await device.leaveForIssuer(university.client)
    // Pushed: nothing of the request is in the address (RFC 9126 §4).
    expect([...new URL(address).searchParams.keys()]).toEqual(['client_id', 'request_uri'])
    const response = await signInAtUniversity(address)
    expect(await device.returnFromIssuer({ kept, response })).toMatchObject({ signInAt: undefined })
    const profile = await device.acceptCredentialOffer({})
    expect(profile.credentials).toMatchObject([{ claims: ADA, issuer: university.issuer }])
    const { answer } = await share(device, { claims: shown(profile, 'degree') })
    expect(answer.verifiedClaims).toHaveLength(1)
  })

  test('is asked for in the address where nothing can be pushed, with the state of its issuer', async () => {
    const { device } = await signUp(core)
    const changes = { pushed_authorization_request_endpoint: undefined }
    const { address, kept } = await telling(SERVER, changes, async () => leave(device))
    const asked = Object.fromEntries(new URL(address).searchParams)
    expect(asked).toEqual({
      response_type: 'code',
      client_id: university.client.clientId,
      redirect_uri: university.client.redirectUri,
      scope: 'degree',
      state: expect.stringMatching(/^[\w-]{43}$/),
      issuer_state: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(kept).not.toContain(asked['code_challenge'])
    await device.returnFromIssuer({ kept, response: await signInAtUniversity(address) })
    expect((await device.acceptCredentialOffer({})).credentials).toHaveLength(1)
  })

  test('is asked for by details without a scope, and fetched by the identifier that comes back', async () => {
    const { device } = await signUp(core)
    university.lies.set(ISSUER, (body) => body.replace('"scope":"degree",', ''))
    const back = await leaveAndAgree(device)
    await device.returnFromIssuer(back)
    university.lies.delete(ISSUER)
    expect((await device.acceptCredentialOffer({})).credentials).toMatchObject([{ claims: ADA }])
  })

  test('needs no sign-in where the offer also has a code', async () => {
    const { device } = await signUp(core)
    const { link } = university.offer(ADA)
    const path = new URL(new URLSearchParams(link.slice(link.indexOf('?'))).get('credential_offer_uri') ?? '').pathname
    university.lies.set(path, (body) => body.replace('"grants":{', '"grants":{"authorization_code":{},'))
    expect(await device.readCredentialOffer({ link })).toMatchObject({ signInAt: undefined, codeAsked: { length: 4 } })
    university.lies.delete(path)
  })

  test('without any grant in the offer, the issuer’s metadata decides', async () => {
    const { device } = await signUp(core)
    const offer = { credential_issuer: university.issuer, credential_configuration_ids: ['degree'] }
    const link = `openid-credential-offer://?${new URLSearchParams({ credential_offer: JSON.stringify(offer) })}`
    expect(await device.readCredentialOffer({ link })).toMatchObject({ signInAt: `${university.issuer}/authorize` })
  })
})

describe('an issuer’s address', () => {
  test.each(['', '/'])(
    'offers what the issuer has, one of it by choice, with “%s” at the end of its host',
    async (end) => {
      const { device } = await signUp(core)
      university.lies.set(ISSUER, (body) => {
        const { credential_configurations_supported: types, ...issuer } = JSON.parse(body)
        const master = { ...types.degree, scope: undefined, vct: `${university.issuer}/master` }
        return JSON.stringify({ ...issuer, credential_configurations_supported: { master, ...types } })
      })
      const link = university.issuer
      const offer = await device.readCredentialOffer({ link })
      expect(offer).toMatchObject({ isChoice: true, types: [{ id: 'master' }, { id: 'degree' }] })
      const { address, kept } = await device.leaveForIssuer({ ...university.client, type: 'degree' })
      await device.returnFromIssuer({ kept, response: await signInAtUniversity(address) })
      expect((await device.acceptCredentialOffer({})).credentials).toMatchObject([{ vct: university.vct }])
      university.lies.delete(ISSUER)
      expect(await codeOf(device.readCredentialOffer({ link: new URL(link).origin + end }))).toBe('issuer_refused')
      expect(university.asked.at(-1)).toBe('GET /.well-known/openid-credential-issuer')
    },
  )

  test.each(['https://uni.example?x=1', 'https://uni.example#x', 'ftp://uni.example', 'uni.example'])(
    'is not %s',
    async (link) => {
      const { device } = await signUp(core)
      expect(await codeOf(device.readCredentialOffer({ link }))).toBe('bad_offer')
    },
  )
})

describe('an offer by sign-in is refused where the server', () => {
  test.each<[string, string, object]>([
    ['has no sign-in', 'issuer_unsupported', { authorization_endpoint: undefined }],
    ['takes no PKCE by S256', 'issuer_unsupported', { code_challenge_methods_supported: ['plain'] }],
    [
      'takes certified wallets alone',
      'issuer_unsupported',
      { token_endpoint_auth_methods_supported: ['attest_jwt_client_auth'] },
    ],
    [
      'does not name itself, among several',
      'issuer_unsupported',
      { authorization_response_iss_parameter_supported: undefined },
    ],
    ['is another one', 'issuer_refused', { issuer: 'https://other.example' }],
    ['has no token endpoint', 'issuer_refused', { token_endpoint: undefined }],
  ])('%s', async (_case, code, changes) => {
    const { device } = await signUp(core)
    expect(await codeOf(telling(SERVER, changes, async () => leave(device)))).toBe(code)
  })

  test('is not one that the issuer lists', async () => {
    const { device } = await signUp(core)
    const server = 'https://other.example'
    const grants = { authorization_code: { authorization_server: server } }
    const offer = { credential_issuer: university.issuer, credential_configuration_ids: ['degree'], grants }
    const link = `openid-credential-offer://?${new URLSearchParams({ credential_offer: JSON.stringify(offer) })}`
    expect(await codeOf(device.readCredentialOffer({ link }))).toBe('issuer_refused')
  })

  test('is of an origin that the operator did not name', async () => {
    const { device } = await signUp(core, { credentialIssuers: [new URL(university.issuer).origin] })
    const changes = { authorization_endpoint: 'https://elsewhere.example/authorize' }
    expect(await codeOf(telling(SERVER, changes, async () => leave(device)))).toBe('issuer_unknown')
  })
})

describe('an answer of an issuer', () => {
  const other = useUniversity()

  test('that belongs to no request of this tab is refused, and its code stays unused', async () => {
    const { device } = await signUp(core)
    const { kept, response } = await leaveAndAgree(device)
    for (const wrong of [
      { kept: '', response },
      { kept, response: response.replace(/state=[^&]+/, 'state=x') },
      { kept, response: response.replace(/&state=[^&]+/, '') },
    ]) {
      expect(await codeOf(device.returnFromIssuer(wrong))).toBe('issuance_mismatch')
    }
    expect(await device.returnFromIssuer({ kept, response })).toMatchObject({ issuer: university.issuer })
  })

  test('that began with another user adds nothing to this one’s vault', async () => {
    const ada = await signUp(core)
    const eve = await signUp(core)
    const back = await leaveAndAgree(ada.device)
    expect(await codeOf(eve.device.returnFromIssuer(back))).toBe('issuance_mismatch')
  })

  test.each<[string, (response: string) => string]>([
    ['another server', (response) => response.replace(/iss=[^&]+/, `iss=${encodeURIComponent(other.issuer)}`)],
    ['no server', (response) => response.replace(/&iss=[^&]+/, '')],
  ])('that names %s is refused (RFC 9207), and no code reaches either', async (_case, change) => {
    const { device } = await signUp(core)
    const { kept, response } = await leaveAndAgree(device)
    university.asked.length = 0
    expect(await codeOf(device.returnFromIssuer({ kept, response: change(response) }))).toBe('issuance_mismatch')
    // A server that no longer announces `iss` by now gains nothing.
    const changes = { authorization_response_iss_parameter_supported: false }
    const again = { kept, response: change(response) }
    const work = async () => device.returnFromIssuer(again)
    expect(await codeOf(telling(SERVER, changes, work))).toBe('issuance_mismatch')
    expect([...university.asked, ...other.asked].filter((each) => each.includes('/token'))).toEqual([])
  })

  test('may leave the server out where it is the only one, and does not say that it names itself', async () => {
    const { device } = await signUp(core, { credentialIssuers: [new URL(university.issuer).origin] })
    const changes = { authorization_response_iss_parameter_supported: false }
    await telling(SERVER, changes, async () => {
      const { kept, response } = await leaveAndAgree(device)
      const answer = { kept, response: response.replace(/&iss=[^&]+/, '') }
      expect(await device.returnFromIssuer(answer)).toMatchObject({ issuer: university.issuer })
    })
  })

  test('that the user declined says so', async () => {
    const { device } = await signUp(core)
    const { address, kept } = await leave(device)
    const response = await signInAtUniversity(address, 'deny')
    expect(await codeOf(device.returnFromIssuer({ kept, response }))).toBe('issuance_declined')
    const failed = response.replace('access_denied', 'server_error')
    expect(await codeOf(device.returnFromIssuer({ kept, response: failed }))).toBe('issuer_refused')
  })

  test('counts once, and its token must be of a known type', async () => {
    const { device } = await signUp(core)
    const back = await leaveAndAgree(device)
    await device.returnFromIssuer(back)
    expect(await codeOf(device.returnFromIssuer(back))).toBe('issuer_refused')
    expect(await codeOf(device.acceptCredentialOffer({}))).toBe('locked')
    const again = await leaveAndAgree(device)
    const work = async () => device.returnFromIssuer(again)
    expect(await codeOf(telling('/university/token', { token_type: 'DPoP' }, work))).toBe('issuer_unsupported')
  })

  test.each(['invalid_client', 'invalid_dpop_proof', 'use_dpop_nonce'])(
    'that its server refuses to redeem with %s says that the vault cannot do it',
    async (error) => {
      const { device } = await signUp(core)
      const { kept, response } = await leaveAndAgree(device)
      const spent = { kept, response: response.replace(/code=[^&]+/, 'code=x') }
      const work = async () => device.returnFromIssuer(spent)
      expect(await codeOf(telling('/university/token', { error }, work))).toBe('issuer_unsupported')
    },
  )
})

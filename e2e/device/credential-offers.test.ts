import { createHash } from 'node:crypto'
import { newIssuerKey } from '@countersign/demo-university'
import { codeOf, signInByPasskey, signUp } from '@countersign/testing'
import { decodeJwt, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { ADA } from '../support/university.ts'
import { importInto } from './devices.ts'
import { useGraduates } from './graduates.ts'

/** One copy, in the form of the first vaults. */
const { core, university, signUpGraduate, readOffer, shown, sign, share } = useGraduates({ batchSize: 1 })

describe('an offer', () => {
  test.each([
    ['no link of an offer', 'hello', 'bad_offer'],
    ['an offer that is no JSON', 'openid-credential-offer://?credential_offer=x', 'bad_offer'],
    [
      'an offer at an address without protection',
      'openid-credential-offer://?credential_offer_uri=http%3A%2F%2Funi.example',
      'issuer_unknown',
    ],
  ])('that is %s is refused', async (_case, link, code) => {
    const { device } = await signUp(core)
    expect(await codeOf(device.readCredentialOffer({ link }))).toBe(code)
  })

  test('is read behind # too, which no server sees', async () => {
    const { device } = await signUp(core)
    const link = university.offer(ADA).link.replace('?', '#')
    expect(await device.readCredentialOffer({ link })).toMatchObject({ issuer: university.issuer })
  })

  test('needs the code that the issuer has told, and counts once', async () => {
    const { device } = await signUp(core)
    const { link, code } = await readOffer(device)
    const wrong = code === '0000' ? '0001' : '0000'
    expect(await codeOf(device.acceptCredentialOffer({ code: wrong }))).toBe('issuer_refused')
    expect((await device.acceptCredentialOffer({ code })).credentials).toHaveLength(1)
    expect(await codeOf(device.readCredentialOffer({ link }))).toBe('issuer_refused')
  })
})

describe('a credential that came while the vault could not be written', () => {
  const UNWRITABLE = { status: 503, body: { code: 'service_unavailable' } }

  test('is put into it by trying again: its issuer gives it out once', async () => {
    const { device } = await signUp(core)
    const { code } = await readOffer(device)
    core.once.set('POST /api/vault/commits/', UNWRITABLE)
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('service_unavailable')
    expect((await device.acceptCredentialOffer({ code })).credentials).toMatchObject([{ claims: ADA }])
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('locked')
  })

  test('is gone with the person: the next one to sign in does not get it', async () => {
    const { device } = await signUp(core)
    const { passkey } = await signUp(core)
    const { code } = await readOffer(device)
    core.once.set('POST /api/vault/commits/', UNWRITABLE)
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('service_unavailable')
    await device.signOut({})
    await signInByPasskey(device, passkey)
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('locked')
  })
})

describe('credential refused because', () => {
  const PATH = '/university/credential'
  type Sent = { readonly payload: JWTPayload }

  /** `exp` as a disclosure (SD-JWT VC draft 19 §2.2.2.3). */
  async function discloseEnd({ exp, _sd, ...payload }: JWTPayload): Promise<string> {
    const disclosure = Buffer.from(JSON.stringify(['salt', 'exp', exp])).toString('base64url')
    const digest = createHash('sha256').update(disclosure).digest('base64url')
    return `${await sign({ ...payload, _sd: [digest] })}${disclosure}~`
  }

  test.each<[string, (sent: Sent) => Promise<string>]>([
    ['another key signed it', async ({ payload }) => sign(payload, await newIssuerKey())],
    ['it is bound to another key', async ({ payload }) => sign({ ...payload, cnf: { jwk: await newIssuerKey() } })],
    ['it is bound to no key', async ({ payload: { cnf: _key, ...payload } }) => sign(payload)],
    [
      'it is of another type than what was offered',
      ({ payload }) => sign({ ...payload, vct: 'https://other.example' }),
    ],
    ['it names another issuer', ({ payload }) => sign({ ...payload, iss: 'https://other.example' })],
    ['something in it could not be kept back', ({ payload }) => sign({ ...payload, family_name: 'Lovelace' })],
    ['it is no credential', async () => 'hello'],
    ['its holder could keep its end back', async ({ payload }) => discloseEnd(payload)],
    ['it is of a type that drafts had', ({ payload }) => sign(payload, university.key, 'vc+sd-jwt')],
    ['it is larger than what apps are shown', ({ payload }) => sign({ ...payload, jti: 'x'.repeat(6_000) })],
    ['it ends when no calendar does', ({ payload }) => sign({ ...payload, exp: 1e15 })],
    ['its end is a text', ({ payload }) => sign({ ...payload, exp: '4000000000' })],
    ['it begins when no calendar does', ({ payload }) => sign({ ...payload, nbf: -1e15 })],
    ['it was issued in the middle of a second', ({ payload }) => sign({ ...payload, iat: 1.5 })],
  ])('%s', async (_case, change) => {
    const { device } = await signUp(core)
    const { code } = await readOffer(device)
    university.lies.set(PATH, async (body) => {
      const [jwt] = JSON.parse(body).credentials[0].credential.split('~')
      return JSON.stringify({ credentials: [{ credential: await change({ payload: decodeJwt(jwt) }) }] })
    })
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('bad_credential')
    university.lies.delete(PATH)
    expect((await device.refresh({})).credentials).toEqual([])
  })

  test('its metadata is that of another issuer', async () => {
    const { device } = await signUp(core)
    const path = '/.well-known/openid-credential-issuer/university'
    university.lies.set(path, (body) => body.replace(university.issuer, 'https://other.example'))
    expect(await codeOf(device.readCredentialOffer(university.offer(ADA)))).toBe('issuer_refused')
    university.lies.delete(path)
  })
})

describe('a vault with changed entries', () => {
  test('shows and shares no credential that is bound to another key than the one beside it', async () => {
    const { device } = await signUpGraduate()
    const { text } = await device.exportPlain({})
    const file = JSON.parse(text) as { items: { kind: string; value: string }[] }
    for (const item of file.items.filter(({ kind }) => kind === 'credential')) {
      const { x, y, d } = await newIssuerKey()
      item.value = JSON.stringify({ ...JSON.parse(item.value), holder_key: { x, y, d } })
    }
    const eve = await signUp(core)
    expect((await importInto(eve.device, JSON.stringify(file))).credentials).toEqual([])
  })

  /** Another user who has imported the degree with changed signed content. */
  async function importChanged(change: (payload: JWTPayload) => object, about: object = {}) {
    const { device } = await signUpGraduate()
    const file = JSON.parse((await device.exportPlain({})).text) as { items: { kind: string; value: string }[] }
    for (const item of file.items.filter(({ kind }) => kind === 'credential')) {
      const held = JSON.parse(item.value)
      const [jwt, ...disclosures] = held.sd_jwt.split('~')
      const sd_jwt = [(await sign(change(decodeJwt(jwt)))).slice(0, -1), ...disclosures].join('~')
      item.value = JSON.stringify({ ...held, sd_jwt, ...about })
    }
    const eve = await signUp(core)
    return { ...eve, profile: await importInto(eve.device, JSON.stringify(file)) }
  }

  test.each<[string, object]>([
    ['ends when no calendar does', { exp: 1e15 }],
    ['begins at no number', { nbf: 'soon' }],
    ['is larger than what apps are shown', { jti: 'x'.repeat(6_000) }],
    ['names an issuer that is no address', { iss: 'university' }],
    ['names an issuer at an address without protection', { iss: 'http://university.example' }],
  ])('shows no credential that %s, and opens', async (_case, changes) => {
    const { device, profile } = await importChanged((payload) => ({ ...payload, ...changes }))
    expect(profile.credentials).toEqual([])
    expect((await device.refresh({})).credentials).toEqual([])
  })

  test('shows of the names beside a credential text alone, and not without end; of the colour, a plain one', async () => {
    const colour = 'url(https://evil.example)'
    const names = { issuer_name: `Uni\u202eversity${'y'.repeat(100)}`, type_name: 'De\ngree', colour }
    const { profile } = await importChanged((payload) => payload, names)
    const kept = { issuerName: `Universit${'y'.repeat(71)}`, typeName: 'Degree', colour: undefined }
    expect(profile.credentials).toMatchObject([kept])
  })

  test('moves a credential with its key, as everything else of its owner', async () => {
    const { device, profile } = await signUpGraduate()
    const { text } = await device.exportPlain({})
    const again = await signUp(core)
    const moved = await importInto(again.device, text)
    expect(moved.credentials).toEqual([{ ...profile.credentials[0], id: expect.any(String) }])
    const { answer } = await share(again.device, { claims: shown(moved, 'degree') })
    expect(answer.verifiedClaims).toHaveLength(1)
  })
})

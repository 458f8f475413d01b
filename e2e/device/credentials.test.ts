import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type AppKey, newAppKey, openWith } from '@countersign/data-token/testing'
import { type Graduate, newIssuerKey } from '@countersign/demo-university'
import {
  type CallInput,
  type Device,
  NOTHING_CHOSEN,
  type OpenedProfile,
  offeredClaims,
  type Selection,
  select,
  sharesOf,
  shownClaims,
  startSelection,
} from '@countersign/device'
import { codeOf, signInByPasskey, signUp } from '@countersign/testing'
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { newClock } from '../support/clock.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { startFlow } from '../support/start-flow.ts'
import { ADA, useUniversity } from '../support/university.ts'

const core = useLyingCore()
const university = useUniversity()
let key: AppKey
let app: AskingApp
beforeAll(async () => {
  key = await newAppKey()
  app = await registerAsking()
})

type Asking = { readonly claims?: string[]; readonly issuers?: string[] }

function registerAsking({ claims = ['degree', 'given_name'], issuers = [university.issuer] }: Asking = {}) {
  return registerApp(core.system, {
    name: 'Jobs',
    scopes: { openid: {}, email: {} },
    claimsEncryptionKey: key.publicJwk,
    subjectType: 'pairwise',
    credentialsRequested: [{ vct: university.vct, issuers, claims, reason: 'To invite you.' }],
  })
}

const nameOf = (claim: string) => `${university.vct}#${claim}`
const scopeName = () => `credential ${university.vct}`

/** Somebody who has fetched a degree. */
async function signUpGraduate(graduate = ADA, device: Parameters<typeof signUp>[1] = {}) {
  const person = await signUp(core, device)
  const { link, code } = university.offer(graduate)
  await person.device.readCredentialOffer({ link })
  return { ...person, profile: await person.device.acceptCredentialOffer({ code }) }
}

/** What a page would hand to the device to share these claims of the one credential. */
function shown({ credentials: [credential] }: OpenedProfile, ...claims: string[]): CallInput<'approve'>['claims'] {
  return claims.map((claim) => ({ itemId: `${credential?.id}#${claim}`, value: credential?.claims[claim] ?? '' }))
}

/** Signs a credential of the university anew, with other words in it. */
async function sign(payload: object, signer = university.key): Promise<string> {
  const header = { alg: 'ES256', typ: 'dc+sd-jwt', kid: university.key.kid ?? '' }
  return `${await new SignJWT({ ...payload }).setProtectedHeader(header).sign(await importJWK(signer, 'ES256'))}~`
}

type Shared = { readonly from?: AskingApp; readonly claims: CallInput<'approve'>['claims'] }

async function share(device: Device, { from = app, claims }: Shared) {
  const flow = await from.begin({
    claimsDecryptionKey: JSON.stringify(key.privateJwk),
    credentialIssuers: [{ issuer: university.issuer, types: [university.vct], name: 'Demo University' }],
  })
  const id = await startFlow(core.system, flow.url)
  await device.readRequest({ id })
  const before = core.seen.length
  const { redirectUri, code, state } = await device.approve({ id, scopes: ['openid', scopeName()], claims })
  const query = new URLSearchParams({ code, state, iss: core.system.providerUrl })
  const handed = core.seen.slice(before).find((each) => each.call.includes('attest-data'))?.body
  return {
    answer: await flow.finish({ url: () => `${redirectUri}?${query}` }),
    handed: handed as { claims_jwe: string },
  }
}

describe('a credential that somebody else has issued', () => {
  test('is fetched by its link and code, bound to a key of the vault, and is there on every device', async () => {
    const { device, profile } = await signUpGraduate()
    expect(profile.credentials).toEqual([
      {
        id: expect.any(String),
        vct: university.vct,
        typeName: 'University degree',
        issuer: university.issuer,
        issuerName: 'Demo University',
        until: expect.any(String),
        claims: ADA,
      },
    ])
    expect(await device.refresh({})).toMatchObject({ credentials: profile.credentials, claims: [] })
  })

  test('is shared claim by claim: the app is told who says it, and of nothing else', async () => {
    const { device, profile } = await signUpGraduate()
    const { answer, handed } = await share(device, { claims: shown(profile, 'degree') })
    expect(answer.verifiedClaims).toEqual([
      {
        verification: {
          trust_framework: 'sd_jwt_vc',
          time: expect.any(String),
          evidence: [
            {
              type: 'electronic_record',
              record: {
                type: university.vct,
                date_of_expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
                source: { name: 'Demo University', issuer: university.issuer },
              },
            },
          ],
        },
        claims: { degree: 'BSc Mathematics' },
      },
    ])
    expect(answer.claims).toEqual({})
    expect(JSON.stringify(handed)).not.toMatch(/degree|Mathematics|university/)
    const { content } = await openWith(key, handed.claims_jwe)
    const { presentations } = content as { presentations: string[] }
    const disclosed = presentations[0]!
      .split('~')
      .slice(1, -1)
      .map((each) => Buffer.from(each, 'base64url').toString())
    expect(disclosed).toEqual([expect.stringContaining('BSc Mathematics')])
  })

  test('is remembered: what was shared is in the log, and the next request starts from it', async () => {
    // Every step takes a moment, however fast the machine.
    let time = Date.now()
    const { device, profile } = await signUpGraduate(ADA, { clock: { ...newClock(), now: () => (time += 5) } })
    await share(device, { claims: shown(profile, 'degree') })
    const { events } = await device.readActivity({})
    expect(events[0]!.event).toMatchObject({
      type: 'released',
      claims: [nameOf('degree')],
      values: ['BSc Mathematics'],
    })
    const issuer = { issuer: university.issuer, name: 'Demo University' }
    expect(events[0]?.issuers).toEqual({ [nameOf('degree')]: issuer })
    const { text, issuers } = await device.receipt({ seq: events[0]!.seq })
    expect(issuers).toEqual({ [nameOf('degree')]: issuer })
    expect((await device.checkReceipt({ text })).issuers).toEqual(issuers)
    expect((await device.readAppHistory({}))[0]?.released).toMatchObject([
      { claim: nameOf('degree'), issuedBy: issuer },
    ])
    const id = await startFlow(
      core.system,
      (await app.begin({ claimsDecryptionKey: JSON.stringify(key.privateJwk) })).url,
    )
    await device.readRequest({ id })
    const { last } = await device.checkApp({ id })
    expect(last?.claims).toEqual({
      [nameOf('degree')]: shown(profile, 'degree')[0]!.itemId,
      [nameOf('given_name')]: '',
    })
  })

  test('takes no place of another one: what stands in for one that is over is new, and off', async () => {
    const clock = newClock()
    clock.pass(Date.now() - clock.now())
    const { device } = await signUp(core, { clock })
    const receive = async (graduate: Graduate) => {
      const { link, code } = university.offer(graduate)
      await device.readCredentialOffer({ link })
      return device.acceptCredentialOffer({ code })
    }
    university.lies.set('/university/credential', async (body) => {
      const [jwt, ...disclosures] = JSON.parse(body).credentials[0].credential.split('~')
      const short = await sign({ ...decodeJwt(jwt), exp: Math.floor(Date.now() / 1000) + 60 })
      return JSON.stringify({ credentials: [{ credential: [short.slice(0, -1), ...disclosures].join('~') }] })
    })
    const profile = await receive(ADA)
    university.lies.delete('/university/credential')
    await share(device, { claims: shown(profile, 'degree') })
    const { credentials } = await receive({ ...ADA, degree: 'MSc Physics' })
    clock.pass(120_000)
    const id = await startFlow(
      core.system,
      (await app.begin({ claimsDecryptionKey: JSON.stringify(key.privateJwk) })).url,
    )
    const request = await device.readRequest({ id })
    const { last } = await device.checkApp({ id })
    const vault = offeredClaims(request, credentials, clock.now())
    const shares = sharesOf(request, { vault, selection: startSelection(request, { vault, last }), last })
    expect(shares.find(({ scope }) => scope.name === scopeName())).toMatchObject({
      isOn: false,
      claims: [{ value: 'MSc Physics', mark: 'new' }, { mark: 'left_out' }],
    })
  })

  test('is shown again before it is shared again: nobody shares one by the gesture that opens the vault', async () => {
    const { device, profile } = await signUpGraduate()
    await share(device, { claims: shown(profile, 'degree') })
    const id = await startFlow(
      core.system,
      (await app.begin({ claimsDecryptionKey: JSON.stringify(key.privateJwk) })).url,
    )
    const { client, redirect_uri } = await device.readRequest({ id })
    const said = { name: client.name, host: new URL(redirect_uri).host }
    expect(await device.approveAsBefore({ id, app: said, claims: [nameOf('degree')] })).toBeNull()
    expect(await device.approveAsBefore({ id, app: said, claims: [] })).toBeNull()
  })

  test('is removed, and nothing of it is left to share', async () => {
    const { device, profile } = await signUpGraduate()
    expect((await device.removeCredential({ id: profile.credentials[0]!.id })).credentials).toEqual([])
    expect(await codeOf(share(device, { claims: shown(profile, 'degree') }))).toBe('stale_vault')
  })
})

describe('a device shares of a credential', () => {
  test.each<[string, string, Asking, readonly string[]]>([
    ['no claim that the app does not ask for', 'invalid_claims', {}, ['family_name']],
    [
      'nothing where the app does not trust the issuer',
      'stale_vault',
      { issuers: ['https://other.example'] },
      ['degree'],
    ],
  ])('%s, whatever a page says', async (_case, code, asking, claims) => {
    const { device, profile } = await signUpGraduate()
    const from = await registerAsking(asking)
    expect(await codeOf(share(device, { from, claims: shown(profile, ...claims) }))).toBe(code)
    expect((await device.readActivity({})).events.some(({ event }) => event.type === 'released')).toBe(false)
  })

  test('one of each type, whichever claim the person chose it by', async () => {
    const { device, profile: first } = await signUpGraduate()
    const { link, code } = university.offer({ ...ADA, degree: 'MSc Physics', given_name: 'Augusta' })
    await device.readCredentialOffer({ link })
    const { credentials } = await device.acceptCredentialOffer({ code })
    const second = { ...first, credentials: credentials.filter(({ id }) => id !== first.credentials[0]!.id) }
    const mixed = [...shown(first, 'degree'), ...shown(second, 'given_name')]
    expect(await codeOf(share(device, { claims: mixed }))).toBe('invalid_claims')

    const id = await startFlow(
      core.system,
      (await app.begin({ claimsDecryptionKey: JSON.stringify(key.privateJwk) })).url,
    )
    const request = await device.readRequest({ id })
    const vault = offeredClaims(request, credentials, Date.now())
    const chosenBy = (...picked: CallInput<'approve'>['claims']) => {
      const pick = (selection: Selection, { itemId }: { readonly itemId: string }) =>
        select.value(selection, nameOf(itemId.split('#')[1]!), itemId)
      const shares = sharesOf(request, { vault, selection: picked.reduce(pick, NOTHING_CHOSEN) })
      return shownClaims(shares, vault)
    }
    for (const each of [first, second]) {
      for (const claim of ['degree', 'given_name']) {
        const before = each === first ? second : first
        expect(chosenBy(...shown(before, 'degree', 'given_name'), ...shown(each, claim))).toEqual(
          shown(each, 'degree', 'given_name'),
        )
      }
    }
  })

  test('nothing where nothing else is approved: that is no approval', async () => {
    const { device, profile } = await signUpGraduate()
    const id = await startFlow(
      core.system,
      (await app.begin({ claimsDecryptionKey: JSON.stringify(key.privateJwk) })).url,
    )
    await device.readRequest({ id })
    const alone = { id, scopes: [scopeName()], claims: shown(profile, 'degree') }
    expect(await codeOf(device.approve(alone))).toBe('invalid_scope')
    expect((await device.readActivity({})).events.some(({ event }) => event.type === 'released')).toBe(false)
    expect(await device.approve({ ...alone, scopes: ['openid', scopeName()] })).toHaveProperty('code')
  })

  test('nothing to an app without a key', async () => {
    const { device, profile } = await signUpGraduate()
    const flow = await app.begin({ claimsDecryptionKey: JSON.stringify(key.privateJwk) })
    const id = await startFlow(core.system, flow.url)
    const call = `GET /api/internal/oauth/requests/${id}/`
    core.lies.set(call, ({ client, ...details }: AuthorizationRequestDetails) => {
      const { claims_encryption_jwk: _key, ...without } = client
      return { ...details, client: without }
    })
    await device.readRequest({ id })
    core.lies.delete(call)
    const approval = { id, scopes: ['openid', scopeName()], claims: shown(profile, 'degree') }
    expect(await codeOf(device.approve(approval))).toBe('invalid_scope')
    expect(await codeOf(device.approve({ ...approval, scopes: ['openid'] }))).toBe('invalid_claims')
  })
})

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
    const { link, code } = university.offer(ADA)
    await device.readCredentialOffer({ link })
    const wrong = code === '0000' ? '0001' : '0000'
    expect(await codeOf(device.acceptCredentialOffer({ code: wrong }))).toBe('issuer_refused')
    expect((await device.acceptCredentialOffer({ code })).credentials).toHaveLength(1)
    expect(await codeOf(device.readCredentialOffer({ link }))).toBe('issuer_refused')
  })
})

describe('what was received while the vault could not be written', () => {
  const UNWRITABLE = { status: 503, body: { code: 'service_unavailable' } }

  test('is put into it by trying again: its issuer gives it out once', async () => {
    const { device } = await signUp(core)
    const { link, code } = university.offer(ADA)
    await device.readCredentialOffer({ link })
    core.once.set('POST /api/vault/commits/', UNWRITABLE)
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('service_unavailable')
    expect((await device.acceptCredentialOffer({ code })).credentials).toMatchObject([{ claims: ADA }])
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('locked')
  })

  test('is gone with the person: whoever signs in next does not get it', async () => {
    const { device } = await signUp(core)
    const { passkey } = await signUp(core)
    const { link, code } = university.offer(ADA)
    await device.readCredentialOffer({ link })
    core.once.set('POST /api/vault/commits/', UNWRITABLE)
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('service_unavailable')
    await device.signOut({})
    await signInByPasskey(device, passkey)
    expect(await codeOf(device.acceptCredentialOffer({ code }))).toBe('locked')
  })
})

describe('what an issuer sends is not kept where', () => {
  const PATH = '/university/credential'
  type Sent = { readonly payload: JWTPayload }

  test.each<[string, (sent: Sent) => Promise<string>]>([
    ['somebody else has signed it', async ({ payload }) => sign(payload, await newIssuerKey())],
    ['it is bound to another key', async ({ payload }) => sign({ ...payload, cnf: { jwk: await newIssuerKey() } })],
    ['it is bound to none', async ({ payload: { cnf: _key, ...payload } }) => sign(payload)],
    [
      'it is of another type than what was offered',
      ({ payload }) => sign({ ...payload, vct: 'https://other.example' }),
    ],
    ['it names another issuer', ({ payload }) => sign({ ...payload, iss: 'https://other.example' })],
    ['something in it could not be kept back', ({ payload }) => sign({ ...payload, family_name: 'Lovelace' })],
    ['it is no credential', async () => 'hello'],
    ['it can be revoked, which nobody looks up', ({ payload }) => sign({ ...payload, status: { status_list: {} } })],
    ['it is larger than what apps are shown', ({ payload }) => sign({ ...payload, jti: 'x'.repeat(6_000) })],
    ['it ends when no calendar does', ({ payload }) => sign({ ...payload, exp: 1e15 })],
    ['its end is a text', ({ payload }) => sign({ ...payload, exp: '4000000000' })],
    ['it begins when no calendar does', ({ payload }) => sign({ ...payload, nbf: -1e15 })],
    ['it was issued in the middle of a second', ({ payload }) => sign({ ...payload, iat: 1.5 })],
  ])('%s', async (_case, change) => {
    const { device } = await signUp(core)
    const { link, code } = university.offer(ADA)
    await device.readCredentialOffer({ link })
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

describe('a vault that somebody else has written into', () => {
  test('shows and shares no credential that is bound to another key than the one beside it', async () => {
    const { device } = await signUpGraduate()
    const { text } = await device.exportPlain({})
    const file = JSON.parse(text) as { items: { kind: string; value: string }[] }
    for (const item of file.items.filter(({ kind }) => kind === 'credential')) {
      const { x, y, d } = await newIssuerKey()
      item.value = JSON.stringify({ ...JSON.parse(item.value), holder_key: { x, y, d } })
    }
    const eve = await signUp(core)
    await eve.device.previewPlainImport({ text: JSON.stringify(file) })
    expect((await eve.device.commitImport({})).credentials).toEqual([])
  })

  /** Somebody else, after they imported the degree with other words in what its issuer has signed. */
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
    await eve.device.previewPlainImport({ text: JSON.stringify(file) })
    return { ...eve, profile: await eve.device.commitImport({}) }
  }

  test.each<[string, object]>([
    ['ends when no calendar does', { exp: 1e15 }],
    ['begins at no number', { nbf: 'soon' }],
    ['can be revoked', { status: { status_list: { idx: 1, uri: 'https://uni.example/status' } } }],
    ['is larger than what apps are shown', { jti: 'x'.repeat(6_000) }],
    ['names an issuer that is no address', { iss: 'university' }],
    ['names an issuer at an address without protection', { iss: 'http://university.example' }],
  ])('shows no credential that %s, and opens', async (_case, changes) => {
    const { device, profile } = await importChanged((payload) => ({ ...payload, ...changes }))
    expect(profile.credentials).toEqual([])
    expect((await device.refresh({})).credentials).toEqual([])
  })

  test('shows of the names beside a credential text alone, and not without end', async () => {
    const names = { issuer_name: `Uni\u202eversity${'y'.repeat(100)}`, type_name: 'De\ngree' }
    const { profile } = await importChanged((payload) => payload, names)
    expect(profile.credentials).toMatchObject([{ issuerName: `Universit${'y'.repeat(71)}`, typeName: 'Degree' }])
  })

  test('moves a credential with its key, as everything else of its owner', async () => {
    const { device, profile } = await signUpGraduate()
    const { text } = await device.exportPlain({})
    const again = await signUp(core)
    await again.device.previewPlainImport({ text })
    const moved = await again.device.commitImport({})
    expect(moved.credentials).toEqual([{ ...profile.credentials[0], id: expect.any(String) }])
    const { answer } = await share(again.device, { claims: shown(moved, 'degree') })
    expect(answer.verifiedClaims).toHaveLength(1)
  })
})

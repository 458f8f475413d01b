import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { openWith } from '@countersign/data-token/testing'
import {
  type CallInput,
  NOTHING_CHOSEN,
  offeredClaims,
  type Selection,
  select,
  sharesOf,
  shownClaims,
  startSelection,
} from '@countersign/device'
import { codeOf, signUp } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { newClock } from '../support/clock.ts'
import { ADA } from '../support/university.ts'
import { type Asking, useGraduates } from './graduates.ts'

const {
  core,
  university,
  appKey,
  registerAsking,
  startRequest,
  nameOf,
  scopeName,
  signUpGraduate,
  receive,
  shown,
  sign,
  share,
} = useGraduates()

describe('a credential of an issuer', () => {
  test('is fetched by its link and code, bound to a key of the vault, and is there on every device', async () => {
    const { device, profile } = await signUpGraduate()
    expect(profile.credentials).toEqual([
      {
        id: expect.any(String),
        vct: university.vct,
        typeName: 'University degree',
        issuer: university.issuer,
        issuerName: 'Demo University',
        colour: '#7a2e2e',
        issuedAt: expect.any(String),
        until: expect.any(String),
        claims: ADA,
        unused: 4,
        apps: [],
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
    const { content } = await openWith(appKey, handed.claims_jwe)
    const { presentations } = content as { presentations: string[] }
    const disclosed = presentations[0]!
      .split('~')
      .slice(1, -1)
      .map((each) => Buffer.from(each, 'base64url').toString())
    expect(disclosed).toEqual([expect.stringContaining('BSc Mathematics')])
  })

  test('is remembered: the log tells of it, and the next request starts from it', async () => {
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
    const id = await startRequest()
    await device.readRequest({ id })
    const { last } = await device.checkApp({ id })
    expect(last?.claims).toEqual({
      [nameOf('degree')]: shown(profile, 'degree')[0]!.itemId,
      [nameOf('given_name')]: '',
    })
  })

  test("an expired credential's successor is new, and off", async () => {
    const clock = newClock()
    clock.pass(Date.now() - clock.now())
    const { device } = await signUp(core, { clock })
    university.lies.set('/university/credential', async (body) => {
      const [jwt, ...disclosures] = JSON.parse(body).credentials[0].credential.split('~')
      const short = await sign({ ...decodeJwt(jwt), exp: Math.floor(Date.now() / 1000) + 60 })
      return JSON.stringify({ credentials: [{ credential: [short.slice(0, -1), ...disclosures].join('~') }] })
    })
    const profile = await receive(device)
    university.lies.delete('/university/credential')
    await share(device, { claims: shown(profile, 'degree') })
    const { credentials } = await receive(device, { ...ADA, degree: 'MSc Physics' })
    clock.pass(120_000)
    const id = await startRequest()
    const request = await device.readRequest({ id })
    const { last } = await device.checkApp({ id })
    const vault = offeredClaims(request, credentials, clock.now())
    const shares = sharesOf(request, { vault, selection: startSelection(request, { vault, last }), last })
    expect(shares.find(({ scope }) => scope.name === scopeName())).toMatchObject({
      isOn: false,
      claims: [{ value: 'MSc Physics', mark: 'new' }, { mark: 'left_out' }],
    })
  })

  test('is removed, and nothing of it is left to share', async () => {
    const { device, profile } = await signUpGraduate()
    expect((await device.removeCredential({ id: profile.credentials[0]!.id })).credentials).toEqual([])
    expect(await codeOf(share(device, { claims: shown(profile, 'degree') }))).toBe('stale_vault')
  })
})

describe('sharing a credential', () => {
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
    const { credentials } = await receive(device, { ...ADA, degree: 'MSc Physics', given_name: 'Augusta' })
    const second = { ...first, credentials: credentials.filter(({ id }) => id !== first.credentials[0]!.id) }
    const mixed = [...shown(first, 'degree'), ...shown(second, 'given_name')]
    expect(await codeOf(share(device, { claims: mixed }))).toBe('invalid_claims')

    const id = await startRequest()
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
    const id = await startRequest()
    await device.readRequest({ id })
    const alone = { id, scopes: [scopeName()], claims: shown(profile, 'degree') }
    expect(await codeOf(device.approve(alone))).toBe('invalid_scope')
    expect((await device.readActivity({})).events.some(({ event }) => event.type === 'released')).toBe(false)
    expect(await device.approve({ ...alone, scopes: ['openid', scopeName()] })).toHaveProperty('code')
  })

  test('nothing to an app without a key', async () => {
    const { device, profile } = await signUpGraduate()
    const id = await startRequest()
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

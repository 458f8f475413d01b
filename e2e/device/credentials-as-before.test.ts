import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { openWith } from '@countersign/data-token/testing'
import type { CallInput, Device } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { newClock } from '../support/clock.ts'
import { answerQuickly, releasesSince, SEEN } from '../support/returning.ts'
import { startFlow } from '../support/start-flow.ts'
import { ADA } from '../support/university.ts'
import { useGraduates } from './graduates.ts'

const graduates = useGraduates()
const { core, university, appKey, app, begin, startRequest, nameOf, receive, said, newReturningGraduate } = graduates
const { signUpGraduate, share } = graduates

const DAY = 24 * 3_600_000

const answer = async (device: Device, changes: Partial<CallInput<'approveQuickly'>> = {}) =>
  answerQuickly(core, device, { id: await startRequest(), ...said(), ...changes })

describe('a credential that an app got last', () => {
  test('goes again with one gesture: the same claim, and a proof of its own for each request', async () => {
    const { device, sessions, handed: first } = await newReturningGraduate()
    const [known] = (await sessions.read())!.session!.shared!
    expect(known).toMatchObject({ claims: said().claims, issuers: said().issuers, isSealed: true })

    const flow = await begin()
    const before = core.seen.length
    const approved = await device.approveQuickly({ id: await startFlow(core.system, flow.url), ...said() })
    const { redirectUri, state, code } = approved!
    const query = new URLSearchParams({ code, state, iss: core.system.providerUrl })
    const { verifiedClaims, refusedCredentials } = await flow.finish({ url: () => `${redirectUri}?${query}` })
    expect(verifiedClaims).toMatchObject([{ claims: { degree: 'BSc Mathematics' } }])
    expect(refusedCredentials).toEqual([])

    const again = core.seen.slice(before).find(({ call }) => call.includes('attest-data'))?.body
    const proofs = [await proofIn(first), await proofIn(again as typeof first)]
    expect(proofs[1]?.sub).toBe(proofs[0]?.sub)
    expect(proofs[1]?.nonce).not.toBe(proofs[0]?.nonce)
  })

  test('goes again where the vault has another one by now: the same', async () => {
    const { device } = await newReturningGraduate()
    await receive(device, { ...ADA, degree: 'MSc Physics' })
    expect((await answer(device)).answer).toHaveProperty('code')
    const [entry] = (await device.readActivity({})).events
    expect(entry?.event).toMatchObject({ claims: said().claims, values: ['BSc Mathematics'] })
  })

  test('stays left out where it was left out, and may be missing where it was missing', async () => {
    const { device } = await signUpGraduate()
    const nothing = { claims: [], issuers: {} }
    await share(device, { claims: [] })
    expect((await answer(device, nothing)).answer).toHaveProperty('code')
    const { credentials } = await device.refresh({})
    await device.removeCredential({ id: credentials[0]!.id })
    await share(device, { claims: [] })
    expect((await answer(device, nothing)).answer).toHaveProperty('code')
  })

  /** The claims of the key binding (RFC 9901 §4.3). */
  async function proofIn({ claims_jwe: jwe }: { readonly claims_jwe: string }) {
    const { content } = await openWith(appKey, jwe)
    const { presentations } = content as { presentations: string[] }
    return decodeJwt(presentations[0]!.split('~').at(-1)!)
  }
})

describe('the person sees the whole page, and nothing of a credential is shared before,', () => {
  const degree = () => nameOf('degree')

  test.each<[string, () => Partial<CallInput<'approveQuickly'>>]>([
    ['none', () => ({ issuers: {} })],
    ['another', () => ({ issuers: { [degree()]: 'Harbour University' } })],
    ['one of more claims', () => ({ issuers: { ...said().issuers, [nameOf('given_name')]: 'Demo University' } })],
    ['no claim of it', () => ({ claims: [], issuers: {} })],
  ])('where page or browser names another issuer than its own: %s', async (_what, changes) => {
    const { device } = await newReturningGraduate()
    expect(await answer(device, changes())).toEqual(SEEN)
  })

  test('where it was removed', async () => {
    const { device, profile } = await newReturningGraduate()
    await device.removeCredential({ id: profile.credentials[0]!.id })
    expect(await answer(device)).toEqual(SEEN)
    expect(await answer(device, { claims: [], issuers: {} })).toEqual(SEEN)
  })

  test('where it has expired', async () => {
    const clock = newClock()
    clock.pass(Date.now() - clock.now())
    const { device, profile } = await newReturningGraduate({ clock })
    clock.pass(Date.parse(profile.credentials[0]!.until!) - clock.now() + DAY)
    expect(await answer(device)).toEqual(SEEN)
    expect(await answer(device, { claims: [], issuers: {} })).toEqual(SEEN)
  })

  test('where the app takes it of other issuers by now', async () => {
    const { device } = await newReturningGraduate()
    const request = { vct: university.vct, claims: ['degree', 'given_name'], reason: 'To invite you.' }
    const issuers = [university.issuer, 'https://mill.example']
    await updateClient(core.system.providerSql, app.client.clientId, {
      credentialsRequested: [{ ...request, issuers }],
    })
    try {
      expect(await answer(device)).toEqual(SEEN)
    } finally {
      const before = { credentialsRequested: [{ ...request, issuers: [university.issuer] }] }
      await updateClient(core.system.providerSql, app.client.clientId, before)
    }
  })
})

describe('core that says of another request that it asks for the same credential', () => {
  type Requested = NonNullable<AuthorizationRequestDetails['client']['credentials_requested']>

  test.each<[string, (requested: Requested) => Requested]>([
    ['is trusted with other issuers', (all) => all.map((each) => ({ ...each, issuers: ['https://evil.example'] }))],
    [
      'is trusted with one issuer more',
      (all) => all.map((each) => ({ ...each, issuers: [...each.issuers, 'https://evil.example'] })),
    ],
    ['asks for another claim of it', (all) => all.map((each) => ({ ...each, claims: ['degree', 'family_name'] }))],
    ['asks for another credential too', ([one]) => [one!, { ...one!, vct: 'https://evil.example/passport' }]],
    ['asks for another credential instead', ([one]) => [{ ...one!, vct: 'https://evil.example/passport' }]],
    ['gives another reason', (all) => all.map((each) => ({ ...each, reason: 'To sell it.' }))],
    ['asks for none', () => []],
  ])('%s: nothing is shared', async (_what, lie) => {
    const { device } = await newReturningGraduate()
    const id = await startRequest()
    const call = `GET /api/internal/oauth/requests/${id}/`
    core.lies.set(call, ({ client, ...details }: AuthorizationRequestDetails) => ({
      ...details,
      client: { ...client, credentials_requested: lie(client.credentials_requested ?? []) },
    }))
    for (const changes of [{}, { claims: [], issuers: {} }]) {
      expect(await answerQuickly(core, device, { id, ...said(), ...changes })).toEqual(SEEN)
    }
    core.lies.delete(call)
  })

  test('goes back to a vault that still has a removed one: nothing is shared', async () => {
    const { device, profile } = await newReturningGraduate()
    const { vault } = JSON.parse((await device.exportSealed({})).text) as { vault: unknown }
    await device.removeCredential({ id: profile.credentials[0]!.id })
    core.once.set('GET /api/vault/', { status: 200, body: vault })
    const id = await startRequest()
    const start = core.seen.length
    expect(await codeOf(device.approveQuickly({ id, ...said() }))).toBe('rollback')
    expect(releasesSince(core, start)).toEqual([])
  })
})

import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { newAppKey } from '@countersign/data-token/testing'
import { codeOf, type Person } from '@countersign/testing'
import { expect, test } from 'vitest'
import { answerQuickly, newReturning, releasesSince, SAID, SEEN } from '../../support/returning.ts'
import { lend } from '../../support/shared.ts'
import { useGraduates } from '../graduates.ts'

const { core, said, newReturningGraduate, startRequest } = useGraduates()
const returning = lend(async () => {
  const lent = await newReturning(core)
  await lent.person.device.saveProfile({ values: { birthdate: '1815-12-10' } })
  return { ...lent, page: await lent.openPage() }
})
const graduate = lend(newReturningGraduate)

type Lie = (request: AuthorizationRequestDetails) => unknown

const lieAbout = (id: string, lie: Lie) => core.lies.set(`GET /api/internal/oauth/requests/${id}/`, lie)

const scope = { title: '', description: '', reason: '', required: false }
const MORE = { ...scope, name: 'email', claims: ['email', 'birthdate'] }
const ofClient =
  (changes: object): Lie =>
  (request) => ({ ...request, client: { ...request.client, ...changes } })
const ofScope =
  (changes: object): Lie =>
  (request) => ({
    ...request,
    scope_details: request.scope_details.map((each) => ({ ...each, ...changes })),
  })
const ofAddress =
  (change: (url: URL) => void): Lie =>
  (request) => {
    const url = new URL(request.redirect_uri)
    change(url)
    return { ...request, redirect_uri: url.href }
  }
const LIES: readonly [string, Lie][] = [
  ['leads to another host', (request) => ({ ...request, redirect_uri: 'https://evil.example/callback' })],
  ['leads to another path', ofAddress((url) => (url.pathname = '/open/redirect'))],
  ['leads there with another query', ofAddress((url) => (url.search = '?next=evil.example'))],
  ['leads there by another protocol', ofAddress((url) => (url.protocol = 'https:'))],
  ['is answered by a form', (request) => ({ ...request, response_mode: 'form_post' })],
  ['names the person otherwise', (request) => ({ ...request, subject: 'somebody-else' })],
  ['has another logo', ofClient({ logo: 'https://id.example/oauth/clients/bank/logo' })],
  ['has a name in German', ofClient({ texts: { de: { name: 'Deine Bank' } } })],
  ['gives a reason in German', ofClient({ texts: { de: { reasons: { email: 'Nur so.' } } } })],
  ['has another description', ofClient({ description: 'Your bank.' })],
  ['has other terms', ofClient({ tos_uri: 'https://evil.example/terms' })],
  ['has another privacy policy', ofClient({ policy_uri: 'https://evil.example/privacy' })],
  ['has a key by now', ofClient({ claims_encryption_jwk: { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) } })],
  ['gives other reasons', ofScope({ reason: 'To sell it.' })],
  ['calls its scopes otherwise', ofScope({ title: 'Nothing' })],
  ['describes its scopes otherwise', ofScope({ description: 'Nothing.' })],
  ['reaches an API', ofScope({ resource: 'Payments' })],
  ['takes a verified claim only', ofClient({ verified_claims_required: ['email'] })],
  ['is of another app', (request) => ({ ...request, client: { ...request.client, client_id: 'evil' } })],
  [
    'asks for a scope more',
    (request) => ({
      ...request,
      requested_scopes: [...request.requested_scopes, 'address'],
      scope_details: [...request.scope_details, { ...scope, name: 'address', claims: ['address'] }],
    }),
  ],
  [
    'asks for a claim more',
    (request) => ({
      ...request,
      scope_details: request.scope_details.map((each) => (each.name === 'email' ? MORE : each)),
    }),
  ],
]

test.each(LIES)('quick approval: a core whose request %s gets nothing', async (_what, lie) => {
  const id = await returning.askAgain()
  lieAbout(id, lie)
  expect(await answerQuickly(core, returning.page, { id, ...SAID })).toEqual(SEEN)
})

type Requested = NonNullable<AuthorizationRequestDetails['client']['credentials_requested']>

test.each<[string, (requested: Requested) => Requested]>([
  ['trusts other issuers', (all) => all.map((each) => ({ ...each, issuers: ['https://evil.example'] }))],
  [
    'trusts one issuer more',
    (all) => all.map((each) => ({ ...each, issuers: [...each.issuers, 'https://evil.example'] })),
  ],
  ['asks for another claim of it', (all) => all.map((each) => ({ ...each, claims: ['degree', 'family_name'] }))],
  ['asks for another credential too', ([one]) => [one!, { ...one!, vct: 'https://evil.example/passport' }]],
  ['asks for another credential instead', ([one]) => [{ ...one!, vct: 'https://evil.example/passport' }]],
  ['gives another reason', (all) => all.map((each) => ({ ...each, reason: 'To sell it.' }))],
  ['asks for none', () => []],
])('quick approval: of a credential, a core whose request %s gets nothing', async (_what, lie) => {
  const id = await startRequest()
  lieAbout(id, (request) =>
    ofClient({ credentials_requested: lie(request.client.credentials_requested ?? []) })(request),
  )
  for (const changes of [{}, { claims: [], issuers: {} }]) {
    expect(await answerQuickly(core, graduate.device, { id, ...said(), ...changes })).toEqual(SEEN)
  }
})

test('quick approval: a core that swaps the key of the app gets nothing', async () => {
  const { publicJwk } = await newAppKey('X25519')
  const sealed = await newReturning(core, { claimsEncryptionKey: publicJwk })
  const id = await sealed.askAgain()
  lieAbout(id, ofClient({ claims_encryption_jwk: (await newAppKey('X25519')).publicJwk }))
  expect(await answerQuickly(core, await sealed.openPage(), { id, ...SAID })).toEqual(SEEN)
  core.lies.clear()
  const page = await sealed.openPage()
  expect(await page.approveQuickly({ id: await sealed.askAgain(), ...SAID })).not.toBeNull()
})

test.each<[string, Partial<typeof SAID.app>, Lie]>([
  ['host', { host: 'evil.example' }, (request) => ({ ...request, redirect_uri: 'https://evil.example/callback' })],
  ['name', { name: 'Library' }, ofClient({ name: 'Library' })],
])('quick approval: a core and a page that agree on another %s of the app get nothing', async (_what, shown, lie) => {
  const id = await returning.askAgain()
  lieAbout(id, lie)
  const app = { ...SAID.app, ...shown }
  expect(await answerQuickly(core, returning.page, { id, ...SAID, app })).toEqual(SEEN)
})

test('quick approval: a core that tells the truth gets what both were told to share', async () => {
  const { answer } = await answerQuickly(core, returning.page, { id: await returning.askAgain(), ...SAID })
  expect(answer).toHaveProperty('code')
  expect(await graduate.device.approveQuickly({ id: await startRequest(), ...said() })).toHaveProperty('code')
})

/** The vault as core kept it before `change`. */
async function vaultBefore({ device }: Person, change: () => Promise<unknown>): Promise<unknown> {
  const { vault } = JSON.parse((await device.exportSealed({})).text) as { vault: unknown }
  await change()
  return vault
}

test('quick approval: a core that goes back to an older vault, or a removed credential, gets nothing', async () => {
  const { person, openPage, askAgain } = returning
  const { device, profile } = graduate
  const page = await openPage()
  const older = await vaultBefore(person, () => person.device.saveProfile({ values: { nickname: 'Augusta' } }))
  const withDegree = await vaultBefore(graduate, () => device.removeCredential({ id: profile.credentials[0]!.id }))
  for (const [victim, body, shown] of [
    [page, older, { id: await askAgain(), ...SAID }],
    [device, withDegree, { id: await startRequest(), ...said() }],
  ] as const) {
    core.once.set('GET /api/vault/', { status: 200, body })
    const start = core.seen.length
    expect(await codeOf(victim.approveQuickly(shown))).toBe('rollback')
    expect(releasesSince(core, start)).toEqual([])
  }
})

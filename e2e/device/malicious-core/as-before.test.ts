import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { newAppKey } from '@countersign/data-token/testing'
import { codeOf } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { useLyingCore } from '../../support/lying-core.ts'
import { answerQuickly, newReturning, type Returning, releasesSince, SAID, SEEN } from '../../support/returning.ts'

const core = useLyingCore()

type Lie = (request: AuthorizationRequestDetails) => unknown

const lieAbout = (id: string, lie: Lie) => core.lies.set(`GET /api/internal/oauth/requests/${id}/`, lie)

describe('core that says of another request that it asks as before', () => {
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
  test.each(LIES)('%s: nothing is shared', async (_what, lie) => {
    const returning = await newReturning(core)
    await returning.person.device.saveProfile({ values: { birthdate: '1815-12-10' } })
    const id = await returning.askAgain()
    lieAbout(id, lie)
    expect(await answerQuickly(core, await returning.openPage(), { id, ...SAID })).toEqual(SEEN)
  })

  test('has another key: nothing is shared', async () => {
    const key = await newAppKey('X25519')
    const returning = await newReturning(core, { claimsEncryptionKey: key.publicJwk })
    const evil = await newAppKey('X25519')
    const id = await returning.askAgain()
    lieAbout(id, (request) => ({ ...request, client: { ...request.client, claims_encryption_jwk: evil.publicJwk } }))
    expect(await answerQuickly(core, await returning.openPage(), { id, ...SAID })).toEqual(SEEN)
    core.lies.clear()
    const page = await returning.openPage()
    expect(await page.approveQuickly({ id: await returning.askAgain(), ...SAID })).not.toBeNull()
  })

  test('leads to another host, and the page says that one: nothing is shared', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    lieAbout(id, (request) => ({ ...request, redirect_uri: 'https://evil.example/callback' }))
    const app = { ...SAID.app, host: 'evil.example' }
    expect(await answerQuickly(core, await returning.openPage(), { id, ...SAID, app })).toEqual(SEEN)
  })

  test('has another name, and the page says that one: nothing is shared', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    const app = { ...SAID.app, name: 'Library' }
    lieAbout(id, (request) => ({ ...request, client: { ...request.client, name: app.name } }))
    expect(await answerQuickly(core, await returning.openPage(), { id, ...SAID, app })).toEqual(SEEN)
  })

  test('goes back to an older vault: nothing is shared', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    const page = await returning.openPage()
    core.once.set('GET /api/vault/', { status: 200, body: await olderVault(returning) })
    const start = core.seen.length
    expect(await codeOf(page.approveQuickly({ id, ...SAID }))).toBe('rollback')
    expect(releasesSince(core, start)).toEqual([])
  })

  /** The vault as core kept it before the last entry was written. */
  async function olderVault({ person }: Returning): Promise<unknown> {
    const { vault } = JSON.parse((await person.device.exportSealed({})).text) as { vault: unknown }
    await person.device.saveProfile({ values: { nickname: 'Augusta' } })
    return vault
  }
})

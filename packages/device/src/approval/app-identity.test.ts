import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { appIdentityOf, checkApp, pinFor } from './app-identity.ts'

const client = { client_id: 'c', name: 'Books', logo: '', description: '' }

test.each([
  ['a site has its host', 'https://books.example/cb', 'books.example'],
  ['a port is part of it', 'http://localhost:8090/cb', 'localhost:8090'],
  ['a program has its scheme in place of a host', 'org.example.books:/cb', 'org.example.books'],
  ['an invalid address has none', 'no address', ''],
])('the host of an app: %s', (_case, redirectUri, host) => {
  const identity = { clientId: 'c', name: 'Books', names: ['Books'], host, encryptionKey: undefined }
  expect(appIdentityOf({ client, redirect_uri: redirectUri })).toEqual(identity)
})

const KEY: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
const app = { clientId: 'c', name: 'Books', host: 'books.example', encryptionKey: undefined }
const since = '2026-01-01T00:00:00.000Z'
const now = new Date('2026-02-02T00:00:00.000Z')

test('the pin of an app has its last approved state and the time of its first approval', async () => {
  const first = await pinFor({}, app, new Date(since))
  expect(first).toEqual({ name: 'Books', host: 'books.example', jkt: '', since, used: since })
  const moved = { ...app, host: 'other.example', encryptionKey: KEY }
  const second = await pinFor({ c: first }, moved, now)
  expect(second).toMatchObject({ host: 'other.example', jkt: expect.stringMatching(/^[\w-]{43}$/), since })
  expect(second.used).toBe(now.toISOString())
  expect(await pinFor({ another: first }, app, now)).toMatchObject({ since: now.toISOString() })
})

test('an app has moved if its pin has another host, not if an old pin has none', async () => {
  const pin = await pinFor({}, app, now)
  const pins = { old: { ...pin, host: '' }, c: pin }
  expect(await checkApp(pins, { ...app, clientId: 'old' })).toMatchObject({ hostChanged: undefined })
  expect(await checkApp(pins, { ...app, host: 'b00ks.example' })).toMatchObject({
    hostChanged: { before: 'books.example', after: 'b00ks.example' },
  })
})

test('the key of an app has changed if it is another one or gone, not if it is the first or the same', async () => {
  const plain = { c: await pinFor({}, app, now) }
  const sealed = { c: await pinFor({}, { ...app, encryptionKey: KEY }, now) }
  const changed = async (pins: typeof plain, encryptionKey?: ClaimsEncryptionJwk) =>
    (await checkApp(pins, { ...app, encryptionKey })).keyChanged
  expect([await changed(plain), await changed(plain, KEY), await changed(sealed, KEY)]).toEqual([false, false, false])
  const another: ClaimsEncryptionJwk = { ...KEY, x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' }
  expect([await changed(sealed, another), await changed(sealed)]).toEqual([true, true])
})

test('a device flow does not change the known host of an app', async () => {
  const device = { ...app, host: '' }
  const pins = { c: await pinFor({}, app, new Date()) }
  expect((await checkApp(pins, device)).hostChanged).toBeUndefined()
  const after = { c: await pinFor(pins, device, new Date()) }
  expect(after.c.host).toBe('books.example')
  const elsewhere = await checkApp(after, { ...app, host: 'evil.example' })
  expect(elsewhere.hostChanged).toEqual({ before: 'books.example', after: 'evil.example' })
})

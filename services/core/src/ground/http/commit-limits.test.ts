import { Readable } from 'node:stream'
import { newItemId } from '@countersign/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareEdits, sendCommit, signUpWithVault, type VaultOwner } from '../../../test/account.ts'
import { type CoreUnderTest, readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { bearer, type WiredPerson } from '../../../test/person.ts'

let core: CoreUnderTest

beforeAll(async () => {
  const config = await readTestConfig({
    RATE_LIMIT_COMMITS: '3',
    RATE_LIMIT_COMMIT_MEGABYTES: '1',
    DEVELOPER_REGISTRATION: 'people',
  })
  core = await startCore('embedded', { config })
})
afterAll(() => core.close())

const newPerson = () => signUpWithVault(core.app)

/** What its schema takes and the rules behind it refuse: it is counted, and changes nothing. */
function commit({ token }: WiredPerson, url = '/api/vault/commits/', changes: object = {}) {
  const head = { v: 1, s: 1, gen: 9, ak_gen: 1, n: 'A'.repeat(16), ct: 'A'.repeat(64) }
  const payload = { head, put: [], delete: [], activity: [], ...changes }
  return core.app.inject({ method: 'POST', url, headers: { ...bearer(token), 'if-match': '"old"' }, payload })
}

test('an account changes its vault so often a minute, and is told when it may go on', async () => {
  const [ada, eve] = [await newPerson(), await newPerson()]
  expect((await commit(ada, undefined, { put: 'text' })).statusCode).toBe(400)
  for (let count = 0; count < 3; count += 1) expect((await commit(ada)).statusCode).toBe(422)
  const refused = await commit(ada)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '60',
    { code: 'too_many_requests', error: 'Too many changes at once. Try again in a minute.' },
  ])
  expect((await commit(eve)).statusCode).toBe(422)
})

test('a developer changes their apps so often a minute, which leaves the vault what it has', async () => {
  const person = await newPerson()
  await person.confirm({ act: 'administer' })
  const change = () =>
    core.app.inject({ method: 'DELETE', url: '/api/console/clients/nobody/', headers: bearer(person.token) })
  for (let count = 0; count < 3; count += 1) expect((await change()).statusCode).toBe(404)
  const refused = await change()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect((await commit(person)).statusCode).toBe(422)
})

test.each([
  ['/api/account/methods/changes/', 'add_passkey'],
  ['/api/vault/rotate/', 'rotate_account_key'],
  ['/api/vault/rotate/staging/', 'rotate_account_key'],
] as const)('a stolen session that commits until it is refused does not keep its owner from %s', async (url, act) => {
  const person = await newPerson()
  await person.confirm({ act })
  for (let count = 0; count < 4; count += 1) await commit(person)
  expect((await commit(person)).statusCode).toBe(429)
  // By its schema: it was let through.
  expect((await commit(person, url)).statusCode).toBe(400)
})

/** Some 500 kB, on top of what is there. */
async function commitLarge({ token, vault }: Pick<VaultOwner, 'token' | 'vault'>, isStale = false) {
  const item = { kind: 'note', name: 'a note', value: 'x'.repeat(40_000), meta: {} } as const
  const put = Array.from({ length: 10 }, () => ({ ...item, id: newItemId() }))
  const { commit: body, etag, next } = await prepareEdits(vault, { put })
  const { statusCode, headers } = await sendCommit(core.app, { token }, body, isStale ? '"old"' : etag)
  return { statusCode, retryAfter: headers['retry-after'], next: { token, vault: next } }
}

test('an account writes so many bytes an hour', async () => {
  const [bob, dan] = [await newPerson(), await newPerson()]
  const first = await commitLarge(bob)
  const second = await commitLarge(first.next)
  const third = await commitLarge(second.next)
  expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  // An hour, less what the requests took.
  expect(Number(third.retryAfter)).toBeGreaterThan(3500)
  expect((await commitLarge(dan)).statusCode).toBe(200)
})

test('a commit that came in pieces, and never said how long it is, counts as the largest', async () => {
  const { token, vault } = await newPerson()
  const { commit: body, etag, next } = await prepareEdits(vault, {})
  const inPieces = await core.app.inject({
    method: 'POST',
    url: '/api/vault/commits/',
    headers: { ...bearer(token), 'if-match': etag, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: Readable.from([JSON.stringify(body)]),
  })
  expect([inPieces.statusCode, (await commitLarge({ token, vault: next })).statusCode]).toEqual([200, 429])
})

test('what was refused has written no bytes', async () => {
  const person = await newPerson()
  const stale = [await commitLarge(person, true), await commitLarge(person, true)]
  expect(stale.map(({ statusCode }) => statusCode)).toEqual([412, 412])
  expect((await commitLarge(person)).statusCode).toBe(200)
})

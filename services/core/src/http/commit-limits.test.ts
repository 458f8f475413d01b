import { VAULT_LIMITS } from '@countersign/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CoreUnderTest, readTestConfig, startCore } from '../../test/core-under-test.ts'
import { bearer, type Person, signUp } from '../../test/person.ts'

let core: CoreUnderTest

beforeAll(async () => {
  const config = await readTestConfig({ RATE_LIMIT_COMMITS: '3', RATE_LIMIT_COMMIT_MEGABYTES: '1' })
  core = await startCore('embedded', { config })
})
afterAll(() => core.close())

const newPerson = (login: string) => signUp(core.app, { login, password: 'correct horse battery staple' })

/** What its schema takes and the rules behind it refuse: it is counted, and changes nothing. */
function commit({ token }: Person, url = '/api/vault/commits/', changes: object = {}) {
  const head = { v: 1, s: 1, gen: 9, ak_gen: 1, n: 'A'.repeat(16), ct: 'A'.repeat(64) }
  const payload = { head, put: [], delete: [], activity: [], ...changes }
  return core.app.inject({ method: 'POST', url, headers: { ...bearer(token), 'if-match': '"old"' }, payload })
}

test('an account changes its vault so often a minute, and is told when it may go on', async () => {
  const [ada, eve] = [await newPerson('ada'), await newPerson('eve')]
  expect((await commit(ada, undefined, { put: 'text' })).statusCode).toBe(400)
  for (let count = 0; count < 3; count += 1) expect((await commit(ada)).statusCode).toBe(422)
  const refused = await commit(ada)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '60',
    { code: 'too_many_requests', error: 'Too many changes of this vault. Try again in a minute.' },
  ])
  for (const url of ['/api/account/methods/changes/', '/api/vault/rotate/']) {
    expect((await commit(ada, url)).statusCode).toBe(429)
  }
  expect((await commit(eve)).statusCode).toBe(422)
})

test('an account writes so many bytes an hour', async () => {
  const [bob, dan] = [await newPerson('bob'), await newPerson('dan')]
  const item = {
    v: 1,
    s: 1,
    id: '7b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b',
    rev: 1,
    ak_gen: 1,
    wk: { n: 'A'.repeat(16), ct: 'A'.repeat(64) },
    n: 'A'.repeat(16),
    ct: 'A'.repeat(VAULT_LIMITS.maxItemBytes),
  }
  const large = { put: Array.from({ length: 10 }, () => item) }
  const statuses = []
  for (let count = 0; count < 3; count += 1) statuses.push((await commit(bob, undefined, large)).statusCode)
  expect(statuses).toEqual([422, 422, 429])
  expect((await commit(bob)).headers['retry-after']).toBe('3600')
  expect((await commit(dan)).statusCode).toBe(422)
})

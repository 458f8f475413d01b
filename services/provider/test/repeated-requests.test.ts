import { ENGINES, startBeforeAll } from '@countersign/testing'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { errorOf, redirectedTo } from './answers.ts'
import { REDIRECT_URI, REPLACED_SECRETS, startProvider, USER_ID } from './started-provider.ts'

const JKT = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'

describe.each(ENGINES)('authorize opened again on %s:', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  /** Opens an app's complete authorization address. */
  function address(changes: Readonly<Record<string, string | undefined>> = {}) {
    const code_challenge = provider.newChallenge()
    return (more: Readonly<Record<string, string | undefined>> = {}) =>
      provider.authorize({ login_hint: 'ada', nonce: 'n', code_challenge, ...changes, ...more })
  }

  const idOf = (response: LightMyRequestResponse) => redirectedTo(response).get('auth_request_id') ?? ''

  async function open(visit: ReturnType<typeof address>): Promise<string> {
    return idOf(await visit())
  }

  test('leads to the same pending request, which lives no longer for it', async () => {
    const visit = address()
    const id = await open(visit)
    await provider.database.sql`
      update provider.authorization_requests set expires_at = now() + interval '5 minutes' where auth_request_id = ${id}`
    const { expires_at } = await provider.details(id)
    expect(await open(visit)).toBe(id)
    expect(await provider.details(id)).toMatchObject({ status: 'pending', expires_at })
    expect((await provider.complete(id)).statusCode).toBe(200)
  })

  test('leads to one request, however often and wherever it is opened at once', async () => {
    const visit = address({ state: `at once on ${engine}` })
    const other = await provider.startInstance()
    const query = provider.authorizeQuery({ state: `at once on ${engine}` }).toString()
    const [mine, theirs] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => open(visit))),
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? other : provider.app).inject(`/oauth/authorize?${query}`).then(idOf),
        ),
      ),
    ])
    expect(new Set(mine).size).toBe(1)
    expect(new Set(theirs).size).toBe(1)
    const rows = await provider.database.sql`
      select 1 from provider.authorization_requests where state = ${`at once on ${engine}`}`
    expect(rows).toHaveLength(2)
    await other.close()
  })

  test('a request of its own once the secret that names requests was replaced', async () => {
    const query = provider.authorizeQuery().toString()
    const instances = [provider.app, await provider.startInstance({ keyEncryptionSecrets: REPLACED_SECRETS })]
    const ids = await Promise.all(
      instances.map(async (instance) => idOf(await instance.inject(`/oauth/authorize?${query}`))),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(await provider.details(id)).toMatchObject({ status: 'pending' })
    await instances[1]?.close()
  })

  test.each([
    ['state', { state: 'another' }],
    ['scope', { scope: 'openid' }],
    ['redirect_uri', { redirect_uri: 'https://app.example/other' }],
    ['nonce', { nonce: 'another' }],
    ['login_hint', { login_hint: 'grace' }],
    ['prompt', { prompt: 'login' }],
    ['max_age', { max_age: '60' }],
    ['dpop_jkt', { dpop_jkt: JKT }],
  ])('RFC 9700 §2.1.1: its challenge with another %s is refused', async (_name, changes) => {
    const visit = address()
    const id = await open(visit)
    const before = await provider.details(id)
    const refused = redirectedTo(await visit(changes))
    expect(refused.get('error')).toBe('invalid_request')
    expect(refused.get('error_description')).toContain('code_challenge was used before')
    expect(await provider.details(id)).toEqual(before)
  })

  test.each(['approved', 'denied'])('RFC 9700 §2.1.1: is refused once its request is %s', async (status) => {
    const visit = address()
    const id = await open(visit)
    await (status === 'approved' ? provider.complete(id) : provider.deny(id))
    expect(await provider.details(id)).toMatchObject({ status })
    expect(errorOf(await visit())).toBe('invalid_request')
  })

  test('leads to the expired request, whose page leads back, and revives none', async () => {
    const visit = address()
    const id = await open(visit)
    await provider.database.sql`
      update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`
    expect(await open(visit)).toBe(id)
    expect(await provider.details(id)).toMatchObject({ status: 'expired', redirect_uri: REDIRECT_URI })
    expect((await provider.complete(id)).statusCode).toBe(410)
  })

  test('CVE-2022-39222: a second person learns nothing of a read request', async () => {
    const visit = address()
    const id = await open(visit)
    const read = (user: string) => provider.readAs(user, id)
    expect((await read(USER_ID)).statusCode).toBe(200)
    expect(await open(visit)).toBe(id)
    expect((await read('a-second-person')).statusCode).toBe(404)
    expect((await read(USER_ID)).statusCode).toBe(200)
  })
})

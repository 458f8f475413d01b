import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreUnderTest, startCore } from '../../test/core-under-test.ts'
import { answerWith } from '../../test/fake-provider.ts'
import { bearer, type Person, signUp } from '../../test/person.ts'

const GRANT = {
  grant_id: randomUUID(),
  client: { client_id: 'demo-app', name: 'Demo', logo: 'https://id.example/logo', description: '' },
  scopes: ['openid', 'email'],
  created_at: '2026-01-01T12:00:00.000Z',
  last_used_at: '2026-01-02T12:00:00.000Z',
}

describe('the apps that a person is connected to', () => {
  let core: CoreUnderTest
  let ada: Person
  const asked: string[] = []

  beforeAll(async () => {
    core = await startCore('embedded')
    ada = await signUp(core.app, { login: 'ada', password: 'correct horse battery staple' })
  })
  afterAll(() => core.close())

  const answer = (status: number, body: unknown): void => {
    asked.length = 0
    core.fakeProvider.answer = async (path) => {
      asked.push(path)
      return answerWith(status, body)()
    }
  }
  const call = (method: 'GET' | 'DELETE', url: string, headers = bearer(ada.token)) =>
    core.app.inject({ method, url, headers })

  test('are listed for the person of the session, and for nobody else', async () => {
    answer(200, { grants: [GRANT] })
    const response = await call('GET', '/api/account/grants/?user_id=somebody-else')
    expect(response.json()).toEqual({ grants: [GRANT] })
    expect(asked).toEqual([`/api/auth/internal/grants/?user_id=${ada.signedIn.user_id}`])
  })

  test('are disconnected one at a time, in the name of the session', async () => {
    answer(200, { revoked: 1 })
    const response = await call('DELETE', `/api/account/grants/${GRANT.grant_id}/`)
    expect(response.statusCode).toBe(204)
    expect(core.log()).toContain('grant_revoked')
  })

  test.each([
    ['a grant of somebody else', 404, { error: 'There is no such grant.', code: 'not_found' }, 404],
    ['a provider that is away', 500, {}, 503],
    ['an answer of another shape', 200, { revoked: 'all' }, 503],
  ])('%s changes nothing and says so', async (_case, status, body, expected) => {
    answer(status, body)
    const response = await call('DELETE', `/api/account/grants/${GRANT.grant_id}/`)
    expect(response.statusCode).toBe(expected)
    expect(response.json()).toEqual({ error: expect.any(String), code: expect.any(String) })
  })

  test.each(['GET', 'DELETE'] as const)('%s needs a session', async (method) => {
    const url = method === 'GET' ? '/api/account/grants/' : `/api/account/grants/${GRANT.grant_id}/`
    expect((await call(method, url, bearer('cs_st_nobody'))).statusCode).toBe(401)
  })
})

import { type Call, ENGINES, type Engine, expectStatus, httpCaller, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'
import { consentOn } from './consent-calls.ts'

const UNKNOWN_ID = '3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f'
const CLAIMS = { email: 'ada@example.com' }
const EMAIL = ['openid', 'email']
const claimed = { claims: CLAIMS }

function startPeople(engine: Engine) {
  const system = startBeforeAll(() => startSystem(engine, 'together'))
  const signUp = async () => ({ ...consentOn(system, await signUpOn(system)), close: async () => undefined })
  return { system, ofAda: startBeforeAll(signUp), ofEve: startBeforeAll(signUp) }
}

describe('the whole product', () => {
  const { system, ofAda, ofEve } = startPeople('postgresql')
  const core: Call = (request) => httpCaller(system.coreUrl)(request)
  const statusOf = async (id: string) => (await ofAda.read(id)).body['status']

  test('CVE-2026-45337: a request that one person has opened is not there for another', async () => {
    const id = await startFlow(system)
    expect(await statusOf(id)).toBe('pending')
    const refused = [await ofEve.read(id), await ofEve.attest(id, claimed), await ofEve.deny(id)]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    expectStatus(200, await ofAda.attest(id, claimed))
  })

  test("a service token does not open a person's endpoints, nor a session the internal ones", async () => {
    const asService = await core({
      method: 'GET',
      path: '/api/session/',
      headers: { 'x-service-token': 'service-token-for-tests-0123456789abcdef' },
    })
    expect(asService.status).toBe(401)
    const path = `/api/auth/internal/auth-request-details/?auth_request_id=${UNKNOWN_ID}`
    expect((await ofAda.get(path)).status).toBe(401)
  })
})

describe.each(ENGINES)('approvals at once, on the %s database', (engine) => {
  const { system, ofAda } = startPeople(engine)

  test('of 20 approvals of one request at once exactly one succeeds', async () => {
    const id = await startFlow(system)
    const attested = await Promise.all(Array.from({ length: 20 }, () => ofAda.attest(id, claimed)))
    const tokens = attested.map((answer) => expectStatus(200, answer)['data_token'])
    const statuses = (await Promise.all(tokens.map((token) => ofAda.complete(id, token, EMAIL)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  test('one approval that is sent 20 times at once leads to one code', async () => {
    const id = await startFlow(system)
    const token = expectStatus(200, await ofAda.attest(id, claimed))['data_token']
    const answers = await Promise.all(Array.from({ length: 20 }, () => ofAda.complete(id, token, EMAIL)))
    const approved = answers.filter(({ status }) => status === 200)
    expect(new Set(approved.map(({ body }) => body['authorization_code'])).size).toBe(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20 - approved.length)
    const codes = await system.providerSql`
      select 1 from provider.authorization_requests where auth_request_id = ${id} and code_hash is not null`
    expect(codes).toHaveLength(1)
  })
})

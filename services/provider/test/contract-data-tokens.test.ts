import { createHmac, randomUUID } from 'node:crypto'
import { generateDataTokenSecret, readDataTokenKeys } from '@countersign/data-token'
import { startBeforeAll } from '@countersign/testing'
import { importJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { ISSUER, startProvider, USER_ID } from './started-provider.ts'

/** As an operator of another core configures both. */
const SHARED_SECRET = 'data-token-secret-for-tests-0123456789abcdef'

type Claims = Readonly<Record<string, unknown>>

const seconds = () => Math.floor(Date.now() / 1000)

describe.each([
  { alg: 'HS256', secret: SHARED_SECRET },
  { alg: 'ES256', secret: await generateDataTokenSecret() },
])('a data token of the contract, by $alg,', ({ alg, secret }) => {
  const provider = startBeforeAll(async () =>
    startProvider('postgresql', undefined, { dataTokenKeys: await readDataTokenKeys(secret) }),
  )

  const claimsFor = (id: string): Claims => ({
    sub: USER_ID,
    aud: provider.client.client_id,
    auth_request_id: id,
    claims: { email: 'ada@example.com' },
    iat: seconds(),
    exp: seconds() + 300,
  })

  async function sign(claims: Claims, header: object = { typ: 'JWT' }): Promise<string> {
    const key = alg === 'HS256' ? new TextEncoder().encode(secret) : await importJWK(JSON.parse(secret), alg)
    return new SignJWT({ ...claims }).setProtectedHeader({ alg, ...header }).sign(key)
  }

  async function complete(id: string, data_token: string, changes: object = {}) {
    return provider.complete(id, { approved_scopes: ['email'], data_token, ...changes })
  }

  test.each<[string, object, Claims?]>([
    ['typ JWT', { typ: 'JWT' }],
    ['typ in small letters', { typ: 'jwt' }],
    ['typ as a media type', { typ: 'application/jwt' }],
    ['no typ', {}],
    ['times in fractions of a second', {}, { iat: Date.now() / 1000 - 0.25, exp: Date.now() / 1000 + 299.5 }],
    ['no claims about the user', {}, { claims: {} }],
  ])('with %s is accepted, and reaches the app as it is', async (_case, header, changes = {}) => {
    const id = await provider.startRequest({ scope: 'email' })
    const token = await sign({ ...claimsFor(id), ...changes }, header)
    const completed = await complete(id, token)
    expect(completed.statusCode).toBe(200)
    const { authorization_code } = completed.json<{ authorization_code: string }>()
    expect((await provider.exchange(authorization_code)).json()).toMatchObject({ data_token: token, scope: 'email' })
  })

  test.each<[string, Claims]>([
    ['an issuer', { iss: ISSUER }],
    ['an identifier', { jti: 'token-1' }],
    ['all that our core signs', { iss: ISSUER, jti: 'token-1' }],
    ['a time of sign-in', { auth_time: 1 }],
    ['claims said to be verified', { email_verified: true }],
    ['sealed claims', { claims: {}, claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }],
    ['not before', { nbf: 1 }],
    ['a claim named __proto__', JSON.parse('{"__proto__":{"iss":"x"}}')],
    ['another user', { sub: 'somebody-else' }],
    ['another app', { aud: 'another-app' }],
    ['two apps', { aud: ['another-app'] }],
    ['another request', { auth_request_id: randomUUID() }],
    ['a claim that no approved scope releases', { claims: { name: 'Ada' } }],
    ['a claim that is no text', { claims: { email: 1 } }],
    ['claims as a list', { claims: ['email'] }],
    ['an end that is past', { iat: seconds() - 400, exp: seconds() - 100 }],
    ['an end before its beginning', { iat: seconds() + 30, exp: seconds() + 20 }],
    ['an end in two hours', { exp: seconds() + 7_200 }],
    ['an end that no date can hold', { exp: 1e300 }],
    ['a beginning in ten minutes', { iat: seconds() + 600, exp: seconds() + 700 }],
    ['times as text', { iat: `${seconds()}`, exp: `${seconds() + 300}` }],
  ])('that names %s is refused, and the request stays pending', async (_case, changes) => {
    const id = await provider.startRequest({ scope: 'email' })
    const refused = await complete(id, await sign({ ...claimsFor(id), ...changes }))
    expect(refused.json().code).toMatch(/^invalid_(token|claims)$/)
    expect([refused.statusCode, (await provider.details(id)).status]).toEqual([400, 'pending'])
  })

  test.each(['sub', 'aud', 'auth_request_id', 'claims', 'iat', 'exp'])('without %s is refused', async (name) => {
    const id = await provider.startRequest({ scope: 'email' })
    const { [name]: _left, ...claims } = claimsFor(id)
    expectServiceRefusal(await complete(id, await sign(claims)), 400, 'invalid_token')
  })

  test.each(['data-token+jwt', 'claim-attestation+jwt', 'at+jwt', 'logout+jwt', ''])(
    'with typ %j is refused: it is another kind of JWT',
    async (typ) => {
      const id = await provider.startRequest({ scope: 'email' })
      expectServiceRefusal(await complete(id, await sign(claimsFor(id), { typ })), 400, 'invalid_token')
    },
  )

  test.each(['none', 'None', 'HS256', 'HS512'])(
    'with alg %s and no signature of the secret is refused',
    async (named) => {
      const id = await provider.startRequest({ scope: 'email' })
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
      const input = `${encode({ alg: named, typ: 'JWT' })}.${encode(claimsFor(id))}`
      const forged = createHmac('sha256', 'a guess').update(input).digest('base64url')
      for (const signature of ['', forged]) {
        expectServiceRefusal(await complete(id, `${input}.${signature}`), 400, 'invalid_token')
      }
    },
  )

  test('works for one request only; repeating that gets the same code', async () => {
    const [id, other] = [
      await provider.startRequest({ scope: 'email' }),
      await provider.startRequest({ scope: 'email' }),
    ]
    const token = await sign(claimsFor(id))
    const first = await complete(id, token)
    expect([first.statusCode, (await complete(id, token)).body]).toEqual([200, first.body])
    expectServiceRefusal(await complete(other, token), 400, 'invalid_token')
    expectServiceRefusal(
      await complete(id, await sign({ ...claimsFor(id), iat: seconds() - 1 })),
      409,
      'request_not_pending',
    )
  })

  test('is no sign-in, verified claim or pairwise subject', async () => {
    const recent = await provider.startRequest({ scope: 'email', max_age: '60' })
    expectServiceRefusal(await complete(recent, await sign(claimsFor(recent))), 403, 'reauth_required')
    const strict = await provider.register({ verifiedClaimsRequired: ['email'] })
    const id = await provider.startRequest({ client_id: strict.client_id, scope: 'email' })
    const unverified = await sign({ ...claimsFor(id), aud: strict.client_id })
    expectServiceRefusal(await complete(id, unverified), 400, 'invalid_claims')
    const pairwise = await provider.register({ subjectType: 'pairwise' })
    const named = await provider.startRequest({ client_id: pairwise.client_id, scope: 'email' })
    const token = await sign({ ...claimsFor(named), aud: pairwise.client_id })
    expectServiceRefusal(await complete(named, token), 400, 'invalid_token')
  })
})

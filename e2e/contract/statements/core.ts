import { createHmac, createPublicKey, randomUUID, verify } from 'node:crypto'
import { expectStatus, httpCaller } from '@countersign/testing'
import { expect } from 'vitest'
import { APP_REDIRECT_URI } from '../../support/app-page.ts'
import { CLAIMS, codeOf, partsOf, type Statement, type World } from '../world.ts'

const WITHOUT_SESSION: readonly (readonly [string, Record<string, string>])[] = [
  ['without a session', {}],
  ['with a session that does not exist', { authorization: `Bearer ${'A'.repeat(43)}` }],
]

const SESSION: readonly Statement[] = WITHOUT_SESSION.map(([which, headers]) => [
  `core ${which}: details, attest and complete answer 401`,
  async ({ start, system, person, client_id, statusOf }) => {
    const { id } = await start()
    const core = httpCaller(system.coreUrl)
    const path = `/api/internal/oauth/requests/${id}/`
    const attest = { auth_request_id: id, user_id: person.userId, audience: client_id, claims: CLAIMS }
    const complete = { approved_scopes: ['email'], data_token: 'a.b.c' }
    const answers = [
      await core({ method: 'GET', path, headers }),
      await core({ method: 'POST', path: '/api/internal/attest-data/', headers, body: attest }),
      await core({ method: 'POST', path: `${path}complete/`, headers, body: complete }),
    ]
    return [
      [answers.map(({ status, body }) => [status, typeof body['error']]), await statusOf(id)],
      [answers.map(() => [401, 'string']), 'pending'],
    ]
  },
])

const DETAILS: readonly Statement[] = [
  [
    "core: a request's details are what the provider answers",
    async ({ start, consent, otherCore }) => {
      const { id } = await start()
      const shown = expectStatus(200, await consent.read(id))
      return [shown, expectStatus(200, await otherCore.details(id))]
    },
  ],
  [
    'core: an unknown request is refused as the provider refuses it',
    async ({ consent }) => [codeOf(await consent.read(randomUUID())), 'not_found'],
  ],
]

async function attested({ start, consent }: World, claims: object = CLAIMS) {
  const { id } = await start()
  const body = expectStatus(200, await consent.attest(id, { claims }))
  return { id, body, ...partsOf(String(body['data_token'])), token: String(body['data_token']) }
}

function isSignedBy({ DATA_TOKEN_SECRET: secret, algorithm }: World, input: string, signature: string): boolean {
  if (algorithm === 'HS256') return createHmac('sha256', secret).update(input).digest('base64url') === signature
  const key = createPublicKey({ key: JSON.parse(secret), format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  return verify('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

const ATTEST: readonly Statement[] = [
  [
    'attest: the answer is a data_token and nothing else',
    async (world) => [(await attested(world)).body, { data_token: expect.stringMatching(/^\S+\.\S+\.\S+$/) }],
  ],
  [
    'data token: names user, app, request and approved claims',
    async (world) => {
      const { id, payload } = await attested(world)
      return [payload, expect.objectContaining(world.claimsFor(id))]
    },
  ],
  [
    'data token: is issued now and ends after five minutes',
    async (world) => {
      const before = Math.floor(Date.now() / 1000)
      const { iat, exp } = (await attested(world)).payload
      return [
        [Number(iat) >= before, Number(exp) - Number(iat)],
        [true, 300],
      ]
    },
  ],
  [
    'data token: is signed with DATA_TOKEN_SECRET',
    async (world) => {
      const { token, header } = await attested(world)
      const [input, signature] = [token.slice(0, token.lastIndexOf('.')), token.split('.')[2] ?? '']
      return [
        [header['alg'], isSignedBy(world, input, signature)],
        [world.algorithm, true],
      ]
    },
  ],
  ...[{ email: 'ada@example.com' }, { name: 'Ada' }, {}].map(
    (claims): Statement => [
      `data token: holds the claims that were approved, ${JSON.stringify(claims)}`,
      async (world) => [(await attested(world, claims)).payload['claims'], claims],
    ],
  ),
  [
    'data token: phone is a claim of the scope phone',
    async ({ start, consent }) => {
      const { id } = await start({ scope: 'phone' })
      const { data_token } = expectStatus(200, await consent.attest(id, { claims: { phone: '+41791234567' } }))
      return [partsOf(String(data_token)).payload['claims'], { phone: '+41791234567' }]
    },
  ],
]

const REFUSED: readonly (readonly [string, object, string])[] = [
  ["another user's id", { user_id: randomUUID(), claims: CLAIMS }, 'user_mismatch'],
  ['another audience than the client', { audience: randomUUID(), claims: CLAIMS }, 'invalid_request'],
  ['a request that does not exist', { auth_request_id: randomUUID(), claims: CLAIMS }, 'not_found'],
  ['a claim of no requested scope', { claims: { phone: '+41791234567' } }, 'invalid_claims'],
  ['a claim that is no string', { claims: { email: 1 } }, 'invalid_claims'],
  ['no claims at all', {}, 'invalid_request'],
]

const ENDS: readonly (readonly [string, (world: World, id: string) => Promise<unknown>, string])[] = [
  [
    'approved here',
    async ({ consent }, id) => consent.approve(id, { claims: CLAIMS }, ['email', 'profile']),
    'request_not_pending',
  ],
  ['approved through another core', async (world, id) => world.completeElsewhere(id), 'request_not_pending'],
  ['denied', async ({ consent }, id) => consent.deny(id), 'request_not_pending'],
  [
    'expired',
    async ({ system }, id) =>
      system.providerSql`update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`,
    'request_expired',
  ],
]

const ATTEST_REFUSALS: readonly Statement[] = [
  ...REFUSED.map(
    ([what, form, code]): Statement => [
      `attest: ${what} is refused`,
      async ({ start, consent }) => [codeOf(await consent.attest((await start()).id, form)), code],
    ],
  ),
  ...ENDS.map(
    ([how, end, code]): Statement => [
      `attest: a request that was shown and then ${how} is not pending, and refused`,
      async (world) => {
        const { id } = await world.start()
        expectStatus(200, await world.consent.read(id))
        await end(world, id)
        return [codeOf(await world.consent.attest(id, { claims: CLAIMS })), code]
      },
    ],
  ),
]

const COMPLETE: readonly Statement[] = [
  [
    "complete: core answers the provider's redirect_uri, authorization_code and state",
    async ({ start, consent }) => {
      const { id, state } = await start()
      const { data_token } = expectStatus(200, await consent.attest(id, { claims: CLAIMS }))
      return [
        expectStatus(200, await consent.complete(id, data_token, ['email', 'profile'])),
        {
          redirect_uri: APP_REDIRECT_URI,
          authorization_code: expect.stringMatching(/./),
          state,
        },
      ]
    },
  ],
  [
    'complete: the request is approved then',
    async ({ approve, statusOf }) => [await statusOf((await approve()).id), 'approved'],
  ],
  [
    'complete: core adds the user of the session, whatever the body says',
    async ({ start, consent, exchange }) => {
      const { id, verifier } = await start()
      const { data_token } = expectStatus(200, await consent.attest(id, { claims: CLAIMS }))
      const body = { approved_scopes: ['email', 'profile'], data_token, user_id: randomUUID() }
      const path = `/api/internal/oauth/requests/${id}/complete/`
      const { authorization_code } = expectStatus(200, await consent.post(path, body))
      return [(await exchange({ code: String(authorization_code), verifier })).status, 200]
    },
  ],
  [
    'complete: a data token of another request is invalid_token',
    async (world) => {
      const { token } = await attested(world)
      const { id } = await world.start()
      return [codeOf(await world.consent.complete(id, token, ['email', 'profile'])), 'invalid_token']
    },
  ],
  [
    'complete: a scope that was not requested is refused',
    async (world) => {
      const { id, token } = await attested(world)
      return [codeOf(await world.consent.complete(id, token, ['email', 'profile', 'phone'])), 'invalid_scope']
    },
  ],
]

export const CORE: readonly Statement[] = [...SESSION, ...DETAILS, ...ATTEST, ...ATTEST_REFUSALS, ...COMPLETE]

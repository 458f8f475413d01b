import { randomUUID } from 'node:crypto'
import { expectStatus } from '@countersign/testing'
import { expect } from 'vitest'
import { APP_REDIRECT_URI } from '../../support/app-page.ts'
import { codeOf, type Statement, type World } from '../world.ts'

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const DETAILS: readonly Statement[] = [
  [
    'details: with the service token they are the fields of the request',
    async ({ start, otherCore }) => {
      const { id, state } = await start()
      return [
        expectStatus(200, await otherCore.details(id)),
        expect.objectContaining({
          auth_request_id: id,
          status: 'pending',
          expires_at: expect.stringMatching(ISO_UTC),
          requested_scopes: ['email', 'profile'],
          scope_details: expect.any(Array),
          state,
          redirect_uri: APP_REDIRECT_URI,
          client: expect.any(Object),
        }),
      ]
    },
  ],
  [
    'details: expires_at is in the future',
    async ({ start, otherCore }) => {
      const { body } = await otherCore.details((await start()).id)
      return [Date.parse(String(body['expires_at'])) > Date.now(), true]
    },
  ],
  [
    'details: scope_details has one entry for each requested scope, with its description',
    async ({ start, otherCore }) => {
      const { body } = await otherCore.details((await start()).id)
      const description = expect.stringMatching(/./)
      return [body['scope_details'], ['email', 'profile'].map((name) => expect.objectContaining({ name, description }))]
    },
  ],
  [
    'details: the client has client_id, name, logo and description',
    async ({ start, otherCore, client_id }) => {
      const { body } = await otherCore.details((await start()).id)
      const about = { client_id, name: 'Demo App', description: 'An app for tests.' }
      return [body['client'], expect.objectContaining({ ...about, logo: expect.stringMatching(/^https?:\/\//) })]
    },
  ],
  [
    'details: the logo is an image at a URL',
    async ({ start, otherCore }) => {
      const { client } = (await otherCore.details((await start()).id)).body
      const logo = await fetch(Object(client).logo)
      return [
        [logo.status, logo.headers.get('content-type')],
        [200, expect.stringMatching(/^image\//)],
      ]
    },
  ],
  [
    'details: auth_request_id is required, a UUID, and known',
    async ({ otherCore }) => {
      const codes = ['', 'x', randomUUID()].map(async (id) => codeOf(await otherCore.details(id)))
      return [await Promise.all(codes), ['invalid_request', 'invalid_request', 'not_found']]
    },
  ],
]

const TOKENS: readonly (readonly [string, string])[] = [
  ['without a service token', ''],
  ['with another service token', 'another-service-token-0123456789abcdefghij'],
]

async function calls({ start, otherCore, person }: World, token: string) {
  const headers = { 'x-service-token': token }
  const { id } = await start()
  const completion = { auth_request_id: id, user_id: person.userId, approved_scopes: ['email'], data_token: 'a.b.c' }
  return { id, answers: [await otherCore.details(id, headers), await otherCore.complete(completion, headers)] }
}

const SERVICE_TOKEN: readonly Statement[] = TOKENS.map(([which, token]) => [
  `internal calls ${which}: 401, { error } says that the service token is invalid, nothing happens`,
  async (world) => {
    const { id, answers } = await calls(world, token)
    const refused = [401, expect.stringMatching(/service token is invalid/)]
    return [
      [answers.map(({ status, body }) => [status, body['error']]), await world.statusOf(id)],
      [[refused, refused], 'pending'],
    ]
  },
])

const COMPLETE: readonly Statement[] = [
  [
    'consent-complete: a core of the contract alone gets redirect_uri, authorization_code and state',
    async ({ start, completeElsewhere }) => {
      const { id, state } = await start()
      return [
        expectStatus(200, await completeElsewhere(id)),
        {
          redirect_uri: APP_REDIRECT_URI,
          authorization_code: expect.stringMatching(/./),
          state,
        },
      ]
    },
  ],
  [
    'consent-complete: the request is approved then',
    async ({ start, completeElsewhere, statusOf }) => {
      const { id } = await start()
      expectStatus(200, await completeElsewhere(id))
      return [await statusOf(id), 'approved']
    },
  ],
  [
    'consent-complete: a decided request gives no second code',
    async ({ start, completeElsewhere }) => {
      const { id } = await start()
      expectStatus(200, await completeElsewhere(id))
      return [codeOf(await completeElsewhere(id, { claims: { claims: {} } })), 'request_not_pending']
    },
  ],
  [
    'consent-complete: each code is another',
    async ({ start, completeElsewhere }) => {
      const codes = [await start(), await start()].map(async ({ id }) => completeElsewhere(id))
      return [new Set((await Promise.all(codes)).map(({ body }) => body['authorization_code'])).size, 2]
    },
  ],
  [
    'consent-complete: a scope that was not requested is refused, and the request stays pending',
    async ({ start, otherCore, claimsFor, person, statusOf }) => {
      const { id } = await start({ scope: 'email' })
      const data_token = otherCore.attest({ ...claimsFor(id), claims: {} })
      const completion = { auth_request_id: id, user_id: person.userId, approved_scopes: ['profile'], data_token }
      return [
        [codeOf(await otherCore.complete(completion)), await statusOf(id)],
        ['invalid_scope', 'pending'],
      ]
    },
  ],
  [
    'consent-complete: a request that does not exist is refused',
    async ({ completeElsewhere }) => [codeOf(await completeElsewhere(randomUUID())), 'not_found'],
  ],
  [
    'consent-complete: a request that has expired is refused',
    async ({ start, completeElsewhere, system }) => {
      const { id } = await start()
      await system.providerSql`
        update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`
      return [codeOf(await completeElsewhere(id)), 'request_expired']
    },
  ],
  ...['auth_request_id', 'user_id', 'approved_scopes', 'data_token'].map(
    (field): Statement => [
      `consent-complete: ${field} is required`,
      async ({ start, completeElsewhere, statusOf }) => {
        const { id } = await start()
        return [
          [codeOf(await completeElsewhere(id, { [field]: undefined })), await statusOf(id)],
          ['invalid_request', 'pending'],
        ]
      },
    ],
  ),
]

/** Faults of a data token that consent-complete must notice. */
const BAD_TOKENS: readonly (readonly [string, (world: World, id: string) => object])[] = [
  ['another audience than the client', () => ({ claims: { aud: randomUUID() } })],
  ['another subject than user_id', () => ({ claims: { sub: randomUUID() } })],
  ['another request', () => ({ claims: { auth_request_id: randomUUID() } })],
  ['an end that is past', () => ({ claims: { iat: 1_700_000_000, exp: 1_700_000_300 } })],
  [
    'a signature of another secret',
    ({ claimsFor, otherCore }, id) => {
      const [header, payload] = otherCore.attest(claimsFor(id)).split('.')
      return { data_token: `${header}.${payload}.${Buffer.alloc(64, 7).toString('base64url')}` }
    },
  ],
  [
    'claims that were changed after it was signed',
    ({ claimsFor, otherCore }, id) => {
      const [header, , signature] = otherCore.attest(claimsFor(id)).split('.')
      const [, payload] = otherCore.attest({ ...claimsFor(id), claims: { email: 'eve@example.com' } }).split('.')
      return { data_token: `${header}.${payload}.${signature}` }
    },
  ],
]

const DATA_TOKEN: readonly Statement[] = BAD_TOKENS.map(([what, changes]) => [
  `consent-complete: a data token with ${what} is invalid_token, and the request stays pending`,
  async (world) => {
    const { id } = await world.start()
    return [
      [codeOf(await world.completeElsewhere(id, changes(world, id))), await world.statusOf(id)],
      ['invalid_token', 'pending'],
    ]
  },
])

export const INTERNAL_CALLS: readonly Statement[] = [...DETAILS, ...SERVICE_TOKEN, ...COMPLETE, ...DATA_TOKEN]

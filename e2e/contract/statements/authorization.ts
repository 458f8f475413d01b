import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { APP_REDIRECT_URI } from '../../support/app-page.ts'
import { codeOf, type Statement, type World } from '../world.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Refused to the person, without a redirect to the app. */
async function refusal({ authorize }: World, changes: Record<string, string | undefined>): Promise<string> {
  const { answer } = await authorize(changes)
  expect(answer.headers.get('location')).toBeNull()
  return codeOf(answer)
}

/** Refused at the app: which code, and whether with its state. */
async function redirected({ authorize }: World, changes: Record<string, string | undefined>): Promise<unknown[]> {
  const { answer, state } = await authorize(changes)
  const { searchParams } = new URL(answer.headers.get('location') ?? 'none:')
  return [searchParams.get('error'), searchParams.get('state') === state, searchParams.has('code')]
}

const { protocol, host, pathname } = new URL(APP_REDIRECT_URI)
const OTHER_URIS: readonly (readonly [string, string])[] = [
  ['protocol', `${protocol === 'https:' ? 'http:' : 'https:'}//${host}${pathname}`],
  ['domain', `${protocol}//other.example${pathname}`],
  ['port', `${protocol}//${host.split(':')[0]}:9${pathname}`],
  ['path', `${APP_REDIRECT_URI}/more`],
  ['case of the path', `${protocol}//${host}${pathname.toUpperCase()}`],
  ['query', `${APP_REDIRECT_URI}?next=1`],
]

const ASKING: readonly Statement[] = [
  [
    'authorize: a right request leads the browser to the consent page, with the id of a request',
    async ({ start, system }) => {
      const { consentPage, id } = await start()
      return [
        [`${consentPage.origin}${consentPage.pathname}`, [...consentPage.searchParams.keys()], id],
        [`${system.webUrl}/consent`, ['auth_request_id'], expect.stringMatching(UUID)],
      ]
    },
  ],
  [
    'authorize: the request is pending, for the scopes, state and address that the app sent',
    async ({ start, otherCore }) => {
      const { id, state } = await start({ scope: 'email' })
      const { body } = await otherCore.details(id)
      const asked = { status: 'pending', requested_scopes: ['email'], redirect_uri: APP_REDIRECT_URI }
      return [body, expect.objectContaining({ ...asked, state })]
    },
  ],
  [
    'authorize: each request has an id of its own',
    async ({ start }) => [(await start()).id === (await start()).id, false],
  ],
  [
    'authorize: a client that is not registered is invalid_client, and nothing is redirected',
    async (world) => [await refusal(world, { client_id: randomUUID() }), 'invalid_client'],
  ],
  ...['client_id', 'redirect_uri'].map(
    (name): Statement => [
      `authorize: ${name} is required`,
      async (world) => [await refusal(world, { [name]: undefined }), 'invalid_request'],
    ],
  ),
  ...OTHER_URIS.map(
    ([part, redirect_uri]): Statement => [
      `authorize: another ${part} of redirect_uri is redirect_uri_mismatch, and leads nowhere`,
      async (world) => [await refusal(world, { redirect_uri }), 'redirect_uri_mismatch'],
    ],
  ),
  [
    'authorize: response_type is required',
    async (world) => [await redirected(world, { response_type: undefined }), ['invalid_request', true, false]],
  ],
  [
    'authorize: response_type is code and nothing else',
    async (world) => [await redirected(world, { response_type: 'token' }), ['unsupported_response_type', true, false]],
  ],
  [
    'authorize: scope is required',
    async (world) => [await redirected(world, { scope: undefined }), ['invalid_scope', true, false]],
  ],
  [
    'authorize: the challenge is S256 and nothing else',
    async (world) => [await redirected(world, { code_challenge_method: 'plain' }), ['invalid_request', true, false]],
  ],
  ...['a b+c/d=e&f', '%41~"<>', 'x'.repeat(512)].map(
    (state): Statement => [
      `authorize: the state ${state.slice(0, 12)} comes back as it was sent`,
      async ({ start, otherCore, completeElsewhere }) => {
        const { id } = await start({ state })
        return [
          [(await otherCore.details(id)).body['state'], (await completeElsewhere(id)).body['state']],
          [state, state],
        ]
      },
    ],
  ),
]

const PAGE: readonly Statement[] = [
  [
    'page: /consent?auth_request_id=… is a page for browsers',
    async ({ start }) => {
      const page = await fetch((await start()).consentPage)
      return [
        [page.status, page.headers.get('content-type')],
        [200, expect.stringContaining('text/html')],
      ]
    },
  ],
]

export const AUTHORIZATION: readonly Statement[] = [...ASKING, ...PAGE]

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokenBody } from '../test/provider.ts'
import { createCountersign } from './countersign.ts'
import { SignInError } from './errors.ts'

type Vectors = {
  readonly issuer: string
  readonly client_id: string
  readonly jwks: object
  readonly claims_keys: Readonly<Record<string, object>>
  readonly cases: readonly Case[]
  readonly update_state: Readonly<Record<'sub' | 'auth_request_id' | 'update_secret', string>> & {
    readonly version: number
  }
  readonly updates: readonly Update[]
}
type Update = {
  readonly name: string
  readonly data_token: string
  readonly claims_key: string
  readonly accepted?: { readonly claims: Readonly<Record<string, string>>; readonly version: number }
}
type Case = {
  readonly name: string
  readonly data_token: string
  readonly claims_key: string | null
  readonly accepted?: { readonly sub: string; readonly claims: object }
  readonly refused?: string
}

/** The vectors that readers of data tokens in every language are checked against. */
const path = new URL('../../../packages/data-token/vectors/data-tokens.json', import.meta.url)
const vectors: Vectors = JSON.parse(readFileSync(path, 'utf8'))
/** The SDK has its own names for three refusals. */
const OWN_CODES = new Map([
  ['malformed', 'invalid_token'],
  ['expired', 'token_expired'],
  ['not_yet_valid', 'token_not_yet_valid'],
])

/** The update that the next refresh brings. */
let asked = ''

/** The provider of the vectors: its metadata, its keys and its refreshed tokens. */
async function answer(url: string | URL | Request): Promise<Response> {
  const { issuer, jwks } = vectors
  const jwksUri = `${issuer}/jwks.json`
  if (new Request(url).url === jwksUri) return Response.json(jwks)
  if (new Request(url).url === `${issuer}/token`) return Response.json(tokenBody(asked))
  const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
  return Response.json({ issuer, ...endpoints, jwks_uri: jwksUri })
}

test.for(vectors.cases)('a data token of the vectors is read or refused: $name', async (each) => {
  const { data_token, claims_key, accepted, refused } = each
  const countersign = createCountersign({
    issuer: vectors.issuer,
    clientId: vectors.client_id,
    redirectUri: 'https://app.example.com/callback',
    fetch: answer,
    ...(claims_key === null
      ? { allowPlainClaims: true }
      : { claimsDecryptionKey: JSON.stringify(vectors.claims_keys[claims_key]) }),
  })
  const read = countersign.readClaims(data_token).then(
    ({ subject, claims }) => ({ sub: subject, claims }),
    (error: unknown) => (error instanceof SignInError ? error.code : error),
  )
  expect(await read).toEqual(accepted ?? OWN_CODES.get(`${refused}`) ?? refused)
})

test.for(vectors.updates)('an update of the vectors is taken or refused: $name', async (each) => {
  const { sub: subject, auth_request_id: grant, update_secret: secret, version } = vectors.update_state
  const dataState = Buffer.from(JSON.stringify({ grant, subject, version, secret })).toString('base64url')
  asked = each.data_token
  const countersign = createCountersign({
    issuer: vectors.issuer,
    clientId: vectors.client_id,
    redirectUri: 'https://app.example.com/callback',
    fetch: answer,
    claimsDecryptionKey: JSON.stringify(vectors.claims_keys[each.claims_key]),
  })
  const { data, refusedData } = await countersign.refresh('cs_rt_1', { dataState })
  expect(refusedData === undefined).toBe(each.accepted !== undefined)
  const gone = Object.fromEntries((data?.gone ?? []).map((name) => [name, '']))
  expect(data && { claims: { ...data.claims, ...gone }, version: data.version }).toEqual(each.accepted)
})

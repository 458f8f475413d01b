import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCountersign } from './countersign.ts'
import { SignInError } from './errors.ts'

type Vectors = {
  readonly issuer: string
  readonly client_id: string
  readonly jwks: object
  readonly claims_keys: Readonly<Record<string, object>>
  readonly cases: readonly Case[]
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

/** The provider of the vectors: its metadata and its keys. */
async function answer(url: string | URL | Request): Promise<Response> {
  const { issuer, jwks } = vectors
  const jwksUri = `${issuer}/jwks.json`
  if (new Request(url).url === jwksUri) return Response.json(jwks)
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

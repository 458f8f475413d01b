import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet } from 'jose'
import { isObject } from './parse-object.ts'
import { wellKnownUrl } from './well-known-url.ts'

/** A credential issuer that an app trusts. */
export type CredentialIssuer = {
  /** Its `iss`, an https address. */
  readonly issuer: string
  /** Accepted credential types (`vct`) of this issuer. */
  readonly types: readonly string[]
  /** Its name for users. */
  readonly name?: string | undefined
  /** Its keys. If left out, fetched from its `/.well-known/jwt-vc-issuer`. */
  readonly jwks?: JSONWebKeySet | undefined
}

export type TrustedIssuer = Omit<CredentialIssuer, 'jwks'> & { readonly getKey: GetKey }

type GetKey = (...wanted: Parameters<LocalKeySet>) => ReturnType<LocalKeySet>
type LocalKeySet = ReturnType<typeof createLocalJWKSet>

const TIMEOUT_MS = 5_000
const METADATA_LIFETIME_MS = 600_000

/** The issuers by `iss`. `fetch` loads their metadata and keys. */
export function trustIssuers(
  issuers: readonly CredentialIssuer[],
  { fetch: ask = fetch }: { readonly fetch?: typeof fetch | undefined } = {},
): ReadonlyMap<string, TrustedIssuer> {
  return new Map(
    issuers.map(({ issuer, types, name, jwks }) => [
      issuer,
      { issuer, types, name, getKey: jwks ? createLocalJWKSet(jwks) : publishedKeys(issuer, ask) },
    ]),
  )
}

/** Keys from the issuer's metadata (SD-JWT VC, "JWT VC Issuer Metadata"), inline or at its `jwks_uri`. */
function publishedKeys(issuer: string, ask: typeof fetch): GetKey {
  let known: { readonly until: number; readonly keys: Promise<GetKey> } | undefined
  return async (...wanted) => {
    if (!known || known.until < Date.now()) {
      const keys = fetchKeys(issuer, ask)
      known = { until: Date.now() + METADATA_LIFETIME_MS, keys }
      keys.catch(() => (known = undefined))
    }
    return (await known.keys)(...wanted)
  }
}

async function fetchKeys(issuer: string, ask: typeof fetch): Promise<GetKey> {
  const response = await ask(wellKnownUrl('jwt-vc-issuer', issuer), {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const metadata: unknown = await response.json()
  if (!response.ok || !isObject(metadata) || metadata['issuer'] !== issuer)
    throw new TypeError('No metadata of the issuer.')
  const { jwks, jwks_uri: uri } = metadata
  if (isKeySet(jwks)) return createLocalJWKSet(jwks)
  if (typeof uri === 'string' && new URL(uri).origin === new URL(issuer).origin) {
    return createRemoteJWKSet(new URL(uri), { [customFetch]: ask })
  }
  throw new TypeError('The issuer publishes no keys.')
}

/** jose checks the content. */
function isKeySet(value: unknown): value is JSONWebKeySet {
  return isObject(value) && Array.isArray(value['keys'])
}

import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet } from 'jose'
import { isObject } from './parse-object.ts'

/** An issuer of credentials whose word an app takes. */
export type CredentialIssuer = {
  /** Its `iss`, an https address. */
  readonly issuer: string
  /** The types of its credentials that you take, by their `vct`: it may issue others, which say something else. */
  readonly types: readonly string[]
  /** What people know it by. */
  readonly name?: string | undefined
  /** Its keys. Left out, they are fetched from `/.well-known/jwt-vc-issuer` at its address. */
  readonly jwks?: JSONWebKeySet | undefined
}

/** A trusted issuer, and a way to its keys. */
export type TrustedIssuer = Omit<CredentialIssuer, 'jwks'> & { readonly getKey: GetKey }

type GetKey = (...wanted: Parameters<LocalKeySet>) => ReturnType<LocalKeySet>
type LocalKeySet = ReturnType<typeof createLocalJWKSet>

const TIMEOUT_MS = 5_000
const METADATA_LIFETIME_MS = 600_000

/** The issuers by their `iss`. What they publish is asked for with this `fetch`. */
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

/** The keys that an issuer publishes (SD-JWT VC, "JWT VC Issuer Metadata"): in the document, or at the address that it names. */
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
  const response = await ask(issuerMetadataUrl(issuer), {
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

/** What is in it the library checks. */
function isKeySet(value: unknown): value is JSONWebKeySet {
  return isObject(value) && Array.isArray(value['keys'])
}

/** Between host and path, as for other well-known documents of an issuer with a path (RFC 8414 §3.1). */
function issuerMetadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/jwt-vc-issuer${pathname === '/' ? '' : pathname}`
}

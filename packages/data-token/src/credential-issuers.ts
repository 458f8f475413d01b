import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet } from 'jose'
import { isObject } from './parse-object.ts'
import { createStatusLists, readAtMost, STATUS_LIST_CHARACTERS } from './status-list.ts'
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
  /** Origins at which it publishes status lists, beside its own: `https://status.university.example`. */
  readonly statusListOrigins?: readonly string[] | undefined
}

export type TrustedIssuer = Pick<CredentialIssuer, 'issuer' | 'types' | 'name'> & {
  readonly getKey: GetKey
  readonly readStatus: ReturnType<typeof createStatusLists>
}

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
    issuers.map(({ issuer, types, name, jwks, statusListOrigins: origins }) => {
      const getKey = jwks ? createLocalJWKSet(jwks) : publishedKeys(issuer, ask)
      const readStatus = createStatusLists({ issuer, origins, getKey, load: async (uri) => fetchStatusList(uri, ask) })
      return [issuer, { issuer, types, name, getKey, readStatus }]
    }),
  )
}

/** Keys from the issuer's metadata (SD-JWT VC draft 19 §4), inline or at its `jwks_uri`. */
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
  if (jwks !== undefined && uri !== undefined) throw new TypeError('The issuer publishes its keys twice.')
  if (isKeySet(jwks)) return createLocalJWKSet(jwks)
  if (typeof uri === 'string' && new URL(uri).origin === new URL(issuer).origin) {
    return createRemoteJWKSet(new URL(uri), { [customFetch]: ask })
  }
  throw new TypeError('The issuer publishes no keys.')
}

/** Token Status List §8.1 and §8.2. No redirect: it could lead into the app's own network. */
async function fetchStatusList(uri: string, ask: typeof fetch): Promise<string> {
  const { ok, body } = await ask(uri, {
    headers: { accept: 'application/statuslist+jwt' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!ok || !body) throw new TypeError('No status list.')
  return new TextDecoder().decode(await readAtMost(body, STATUS_LIST_CHARACTERS)).trim()
}

/** jose checks the content. */
function isKeySet(value: unknown): value is JSONWebKeySet {
  return isObject(value) && Array.isArray(value['keys'])
}

import type { PublicJwk } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { forVerifying, problemOfPublicKey, withoutOtherMembers } from '@countersign/service/secrets'
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { ASSERTION_ALGORITHMS, type Client } from './client.ts'

/** The public keys that clients sign their assertions with. */
export type WithClientKeys = { readonly clientKeys: ReturnType<typeof createClientKeys> }

/** How long fetched keys are used without asking again: a key that its owner took down dies within it. */
export const KEY_SET_MAX_AGE_MS = 5 * 60_000
/** An unknown key and a failure make us ask again, but no stranger can make us ask more often than this. */
export const KEY_SET_PAUSE_MS = 30_000

/** How long the last keys go on serving while no others can be had: a hiccup of its server shuts no app out. */
export const KEY_SET_LAST_RESORT_MS = 24 * 3_600_000
/** Bounded, because apps that register choose the addresses. */
const MAXIMUM_KEY_SETS = 500

type KeySet = { readonly find: JWTVerifyGetKey; readonly fetchedAt: number }
type OnUnavailable = (failure: { readonly clientId: string; readonly reason: string }) => void
type Publisher = { readonly clientId: string; readonly keysUri: string }
type Attempt = { readonly keys: Promise<KeySet>; readonly startedAt: number; failed: boolean }

/** Imports registered keys once while the registry keeps the client; fetches those at a `jwks_uri` when needed. */
export function createClientKeys(outbound: OutboundPolicy, now: () => Date, onUnavailable: OnUnavailable) {
  const registered = new WeakMap<Client, JWTVerifyGetKey>()
  const published = new Map<string, Attempt>()

  function registeredKeys(client: Client): JWTVerifyGetKey {
    const cached = registered.get(client)
    if (cached) return cached
    const keys = createLocalJWKSet({ keys: client.jwks.keys.map((key) => ({ ...forVerifying(key) })) })
    registered.set(client, keys)
    return keys
  }

  async function publishedKeys(publisher: Publisher, maximumAgeMs: number): Promise<JWTVerifyGetKey> {
    const startedAt = now().getTime()
    const former = published.get(publisher.keysUri)
    const isRecent = former && startedAt - former.startedAt < (former.failed ? KEY_SET_PAUSE_MS : maximumAgeMs)
    const { keys } = isRecent ? former : attempt(publisher, startedAt, former)
    return (await keys).find
  }

  function attempt({ clientId, keysUri }: Publisher, startedAt: number, former: Attempt | undefined): Attempt {
    const fetched = fetchKeySet(keysUri, outbound).then((find) => ({ find, fetchedAt: startedAt }))
    const keys = fetched.catch(async (error: unknown) => {
      started.failed = true
      if (error instanceof KeySetUnavailable) onUnavailable({ clientId, reason: error.reason })
      const last = await former?.keys.catch(() => undefined)
      if (last && startedAt - last.fetchedAt < KEY_SET_LAST_RESORT_MS) return last
      throw error
    })
    const started: Attempt = { keys, startedAt, failed: false }
    published.delete(keysUri)
    const [oldest] = published.size >= MAXIMUM_KEY_SETS ? published.keys() : []
    if (oldest !== undefined) published.delete(oldest)
    published.set(keysUri, started)
    return started
  }

  function keysOf(client: Client): JWTVerifyGetKey {
    const { clientId, keysUri } = client
    if (keysUri === undefined) return registeredKeys(client)
    return async (header, token) => {
      const find = await publishedKeys({ clientId, keysUri }, KEY_SET_MAX_AGE_MS)
      try {
        return await find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        // A key that its owner brought into use a moment ago.
        const renewed = await publishedKeys({ clientId, keysUri }, KEY_SET_PAUSE_MS)
        return renewed(header, token)
      }
    }
  }

  return { keysOf }
}

const LIMITS = { maximumBytes: 65_536, timeoutMs: 3_000 }
const MAXIMUM_KEYS = 32

/** The reason goes only to the log: it reveals another network to any caller. */
class KeySetUnavailable extends OAuthError {
  readonly reason: string

  constructor(reason: string) {
    const description = 'The keys of this client cannot be had from its jwks_uri at the moment. Try again shortly.'
    super('temporarily_unavailable', description, { headers: { 'retry-after': '30' } })
    this.reason = reason
  }
}

/**
 * Ignores keys for other uses, and those that could not have been registered.
 * @throws KeySetUnavailable
 */
async function fetchKeySet(uri: string, policy: OutboundPolicy): Promise<JWTVerifyGetKey> {
  try {
    const bytes = await fetchBytes(uri, LIMITS, policy)
    return createLocalJWKSet({ keys: readKeys(JSON.parse(bytes.toString('utf8'))) })
  } catch (cause) {
    if (cause instanceof OutboundFetchError) throw new KeySetUnavailable(describe(cause))
    // Not the parser's message: it quotes the content.
    if (cause instanceof SyntaxError) throw new KeySetUnavailable('is not a JWK Set')
    throw cause
  }
}

function readKeys(set: unknown): PublicJwk[] {
  const keys: unknown = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined
  if (!Array.isArray(keys)) throw new SyntaxError('The jwks_uri holds no JWK Set.')
  return keys.slice(0, MAXIMUM_KEYS).filter(isUsable).map(withoutOtherMembers).map(forVerifying)
}

function isUsable(key: unknown): key is PublicJwk {
  if (typeof key !== 'object' || key === null || !('kty' in key) || typeof key.kty !== 'string') return false
  return problemOfPublicKey({ ...key, kty: key.kty }, ASSERTION_ALGORITHMS) === undefined
}

/** The error with the connection's own code, for example `ECONNREFUSED`. */
function describe({ message, cause }: OutboundFetchError): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? `${message} (${code})` : message
}

import type { OutboundPolicy } from '@countersign/service'
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Client } from './client.ts'
import { fetchKeySet } from './fetch-key-set.ts'

/** The public keys that clients sign their assertions with. */
export type ClientKeys = { keysOf(client: Client): JWTVerifyGetKey }

/** How long fetched keys are used without asking again: a key that its owner took down dies within it. */
export const KEY_SET_MAX_AGE_MS = 5 * 60_000
/** An unknown key and a failure make us ask again, but no stranger can make us ask more often than this. */
export const KEY_SET_PAUSE_MS = 30_000

/** How long the last keys go on serving while no others can be had: a hiccup of its server shuts no app out. */
export const KEY_SET_LAST_RESORT_MS = 24 * 3_600_000
/** Of so many addresses: whoever registers apps chooses how many there are. */
const MAXIMUM_KEY_SETS = 500

type KeySet = { readonly find: JWTVerifyGetKey; readonly fetchedAt: number }
type Attempt = { readonly keys: Promise<KeySet>; readonly startedAt: number; failed: boolean }

/**
 * Finds the keys of clients: those that were registered, imported once for as long as the registry keeps the client, or
 * those at its `jwks_uri`, fetched when they are needed.
 */
export function createClientKeys(outbound: OutboundPolicy, now: () => Date): ClientKeys {
  const registered = new WeakMap<Client, JWTVerifyGetKey>()
  const published = new Map<string, Attempt>()

  function registeredKeys(client: Client): JWTVerifyGetKey {
    const known = registered.get(client)
    if (known) return known
    const keys = createLocalJWKSet({ keys: client.keys.map((key) => ({ ...key })) })
    registered.set(client, keys)
    return keys
  }

  async function publishedKeys(uri: string, maximumAgeMs: number): Promise<JWTVerifyGetKey> {
    const startedAt = now().getTime()
    const former = published.get(uri)
    const isRecent = former && startedAt - former.startedAt < (former.failed ? KEY_SET_PAUSE_MS : maximumAgeMs)
    const { keys } = isRecent ? former : attempt(uri, startedAt, former)
    return (await keys).find
  }

  function attempt(uri: string, startedAt: number, former: Attempt | undefined): Attempt {
    const fetched = fetchKeySet(uri, outbound).then((find) => ({ find, fetchedAt: startedAt }))
    const keys = fetched.catch(async (error: unknown) => {
      started.failed = true
      const last = await former?.keys.catch(() => undefined)
      if (last && startedAt - last.fetchedAt < KEY_SET_LAST_RESORT_MS) return last
      throw error
    })
    const started: Attempt = { keys, startedAt, failed: false }
    published.delete(uri)
    const [oldest] = published.size >= MAXIMUM_KEY_SETS ? published.keys() : []
    if (oldest !== undefined) published.delete(oldest)
    published.set(uri, started)
    return started
  }

  function keysOf(client: Client): JWTVerifyGetKey {
    const { keysUri } = client
    if (keysUri === undefined) return registeredKeys(client)
    return async (header, token) => {
      const find = await publishedKeys(keysUri, KEY_SET_MAX_AGE_MS)
      try {
        return await find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        // A key that its owner brought into use a moment ago.
        const renewed = await publishedKeys(keysUri, KEY_SET_PAUSE_MS)
        return renewed(header, token)
      }
    }
  }

  return { keysOf }
}

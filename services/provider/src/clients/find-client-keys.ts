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

type Fetched = { readonly keys: Promise<JWTVerifyGetKey>; readonly startedAt: number; failed: boolean }

/**
 * Finds the keys of clients: those that were registered, imported once for as long as the registry keeps the client, or
 * those at its `jwks_uri`, fetched when they are needed.
 */
export function createClientKeys(outbound: OutboundPolicy, now: () => Date): ClientKeys {
  const registered = new WeakMap<Client, JWTVerifyGetKey>()
  const published = new Map<string, Fetched>()

  function registeredKeys(client: Client): JWTVerifyGetKey {
    const known = registered.get(client)
    if (known) return known
    const keys = createLocalJWKSet({ keys: client.keys.map((key) => ({ ...key })) })
    registered.set(client, keys)
    return keys
  }

  async function publishedKeys(uri: string, maximumAgeMs: number): Promise<JWTVerifyGetKey> {
    const startedAt = now().getTime()
    const known = published.get(uri)
    if (known && startedAt - known.startedAt < (known.failed ? KEY_SET_PAUSE_MS : maximumAgeMs)) return known.keys
    const keys = fetchKeySet(uri, outbound)
    const fetched = { keys, startedAt, failed: false }
    published.set(uri, fetched)
    return keys.catch((error: unknown) => {
      fetched.failed = true
      throw error
    })
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

import type { DpopKeyPair } from '../checked-settings.ts'

/** One app's values in this browser, for all tabs and across reloads. Keys stay non-extractable. */
export type BrowserStore = {
  readonly get: (name: string) => Promise<unknown>
  readonly put: (name: string, value: unknown) => Promise<void>
  /** Stores the value unless there is one, and returns the stored one. */
  readonly add: (name: string, value: unknown) => Promise<unknown>
  readonly remove: (name: string) => Promise<void>
}

const VALUES = 'values'
const PROOF_KEY = 'dpop-key'

/** An IndexedDB database of the app's origin. */
export function createBrowserStore(databaseName: string): BrowserStore {
  let opened: Promise<IDBDatabase> | undefined
  // The next use opens it again.
  const forget = () => void (opened = undefined)
  const use = async <Result>(mode: IDBTransactionMode, ask: (values: IDBObjectStore) => IDBRequest<Result>) => {
    opened ??= open(databaseName, forget).catch((error: unknown) => {
      forget()
      throw error
    })
    const transaction = (await opened).transaction(VALUES, mode)
    const asked = ask(transaction.objectStore(VALUES))
    // Durable once the transaction ends, not the request.
    await ended(transaction)
    return asked.result
  }
  return {
    get: (name) => use<unknown>('readonly', (values) => values.get(name)),
    put: async (name, value) => {
      await use('readwrite', (values) => values.put(value, name))
    },
    add: async (name, value) => {
      await use('readwrite', (values) => {
        const known = values.count(name)
        known.addEventListener('success', () => known.result === 0 && values.add(value, name))
        return known
      })
      return use<unknown>('readonly', (values) => values.get(name))
    },
    remove: (name) => use('readwrite', (values) => values.delete(name)),
  }
}

/** For all tabs (RFC 9449). No script can read the private half, so a stolen token is useless elsewhere. */
export async function keepProofKey(store: BrowserStore): Promise<DpopKeyPair> {
  const known = await store.get(PROOF_KEY)
  if (isKeyPair(known)) return known
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  // Two tabs that begin at once use the same key.
  const kept = await store.add(PROOF_KEY, made)
  return isKeyPair(kept) ? kept : made
}

function isKeyPair(value: unknown): value is DpopKeyPair {
  return typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value
}

/** @param onGone called when the browser or another tab closes the database */
async function open(name: string, onGone: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(VALUES))
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => {
      const { result } = request
      result.addEventListener('close', onGone)
      result.addEventListener('versionchange', () => {
        onGone()
        result.close()
      })
      resolve(result)
    })
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database of this page does not open.')),
    )
  })
}

async function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Nothing could be kept.')))
  })
}

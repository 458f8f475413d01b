import type { DeviceSession, SessionStorage } from '@countersign/device'

const DATABASE = 'countersign'
const STORE = 'session'
const KEY = 'this device'

/**
 * Keeps the session of this browser in IndexedDB, which stores a key pair without ever showing its private half. Fails
 * where the browser keeps nothing, as in some private windows.
 */
export function createSessionDatabase(): SessionStorage {
  return {
    read: async () => asDeviceSession(await run('readonly', (store) => store.get(KEY))),
    keep: async (kept) => void (await run('readwrite', (store) => store.put(kept, KEY))),
    forget: async () => void (await run('readwrite', (store) => store.delete(KEY))),
  }
}

async function run(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(DATABASE)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  await settled(opening)
  const database = opening.result
  try {
    const transaction = database.transaction(STORE, mode)
    const request = ask(transaction.objectStore(STORE))
    await settled(request)
    return request.result
  } finally {
    database.close()
  }
}

function settled(request: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB gave no answer.')))
  })
}

/** What an earlier release kept in another form, or nobody knows what, is no session. */
function asDeviceSession(stored: unknown): DeviceSession | undefined {
  return isDeviceSession(stored) ? stored : undefined
}

function isDeviceSession(stored: unknown): stored is DeviceSession {
  if (typeof stored !== 'object' || stored === null || !('keys' in stored)) return false
  const { keys } = stored
  if (typeof keys !== 'object' || keys === null || !('privateKey' in keys && 'publicKey' in keys)) return false
  if (!(keys.privateKey instanceof CryptoKey && keys.publicKey instanceof CryptoKey)) return false
  return !('session' in stored) || stored.session === undefined || isKeptSession(stored.session)
}

function isKeptSession(session: unknown): boolean {
  if (typeof session !== 'object' || session === null) return false
  return 'token' in session && 'userId' in session && 'method' in session
}

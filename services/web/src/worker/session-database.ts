import type { DeviceSession, SessionStorage } from '@countersign/device'

const STORE = 'session'
const KEY = 'this device'

/** Keeps the session in IndexedDB, which stores a key pair without exporting it. Fails where the browser stores nothing. */
export function createSessionDatabase(name: string): SessionStorage {
  return {
    read: () => transact(name, 'readonly', readFrom),
    update: (change) =>
      transact(name, 'readwrite', async (store) => {
        const kept = await readFrom(store)
        const next = change(kept)
        if (next) await settled(store.put(next, KEY))
        return next ?? kept
      }),
    forget: () => transact(name, 'readwrite', (store) => settled(store.delete(KEY))),
  }
}

/** Drops sessions in an unknown form, such as an earlier release's. */
async function readFrom(store: IDBObjectStore): Promise<DeviceSession | undefined> {
  const request = store.get(KEY)
  await settled(request)
  return isDeviceSession(request.result) ? request.result : undefined
}

/** Runs one transaction, which stays open while `work` issues requests. */
async function transact<Result>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(name)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  await settled(opening)
  const database = opening.result
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
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

function isDeviceSession(stored: unknown): stored is DeviceSession {
  if (typeof stored !== 'object' || stored === null || !('keys' in stored)) return false
  const { keys } = stored
  if (typeof keys !== 'object' || keys === null || !('id' in keys && 'privateKey' in keys && 'publicKey' in keys))
    return false
  if (!(keys.privateKey instanceof CryptoKey && keys.publicKey instanceof CryptoKey)) return false
  return !('session' in stored) || stored.session === undefined || isKeptSession(stored.session)
}

function isKeptSession(session: unknown): boolean {
  if (typeof session !== 'object' || session === null) return false
  return 'token' in session && 'since' in session && 'userId' in session && 'method' in session
}

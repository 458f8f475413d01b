/** What one app keeps in this browser, for all of its tabs and over a reload. Keys are kept as they are: not extractable. */
export type BrowserStore = {
  readonly get: (name: string) => Promise<unknown>
  readonly put: (name: string, value: unknown) => Promise<void>
  /** Keeps the value unless there is one, and answers what is kept then. */
  readonly add: (name: string, value: unknown) => Promise<unknown>
  readonly remove: (name: string) => Promise<void>
}

const VALUES = 'values'

/** A database of the app's own origin, by this name. */
export function createBrowserStore(databaseName: string): BrowserStore {
  let opened: Promise<IDBDatabase> | undefined
  // Whoever needs it next opens it again.
  const forget = () => void (opened = undefined)
  const use = async <Result>(mode: IDBTransactionMode, ask: (values: IDBObjectStore) => IDBRequest<Result>) => {
    opened ??= open(databaseName, forget).catch((error: unknown) => {
      forget()
      throw error
    })
    const transaction = (await opened).transaction(VALUES, mode)
    const asked = ask(transaction.objectStore(VALUES))
    // Kept when the transaction ends, not when the request does.
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

/** @param onGone browser or another tab has closed it */
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

import type { BrowserContext, Page } from 'playwright-core'

/** Everything that a browser keeps for the site of a page, as text; bytes in hex. */
export async function readBrowserStorage(context: BrowserContext, page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const hexBytes = (_key: string, value: unknown): unknown => {
      const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
      return bytes instanceof Uint8Array
        ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
        : bytes
    }
    const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('IndexedDB cannot be read.')))
      })
    const readDatabase = async (name: string) => {
      const database = await answerOf(indexedDB.open(name))
      const stores = [...database.objectStoreNames].map((store) =>
        answerOf(database.transaction(store).objectStore(store).getAll()),
      )
      return { name, rows: await Promise.all(stores) }
    }
    const readCache = async (name: string) => {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      const bodies = requests.map(async (request) => [request.url, await (await cache.match(request))?.text()])
      return { name, bodies: await Promise.all(bodies) }
    }
    const databases = await indexedDB.databases()
    const apart = {
      state: history.state as unknown,
      databases: await Promise.all(databases.map(({ name = '' }) => readDatabase(name))),
      caches: await Promise.all((await caches.keys()).map(readCache)),
    }
    const texts = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat()
    return [...texts, location.href, window.name, JSON.stringify(apart, hexBytes)].join('\n')
  })
  // Unescaped too: what is kept may be JSON within JSON.
  return [kept, kept.replaceAll('\\"', '"'), JSON.stringify(await context.cookies())].join('\n')
}

import { connect, createServer, type Socket } from 'node:net'
import type { Database } from '@countersign/service/sql'
import { listenLocally } from '@countersign/testing'
import type { BrowserContext, Page } from 'playwright-core'

/** Every row of every table of ours, as text. */
export async function dumpAsText(databases: readonly Database[]): Promise<string> {
  const dumps = databases.map(async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name
         from information_schema.tables where table_schema in ('provider', 'core')`,
    )
    const tables = rows.map(
      async ({ name }) => (await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows,
    )
    return (await Promise.all(tables)).flat().map(({ row }) => row)
  })
  return (await Promise.all(dumps)).flat().join('\n')
}

/**
 * Every form of a value: raw, URL-encoded, hex, and base64 of either alphabet at each offset within a longer text, such as
 * a token; and the hex of these, because a dump writes bytes as hex.
 */
export function tracesOf(value: string): string[] {
  const texts = [value, encodeURIComponent(value), ...base64At(value, 'base64'), ...base64At(value, 'base64url')]
  return [...new Set([...texts, ...texts.map((text) => Buffer.from(text).toString('hex'))])]
}

/** Characters of the encoded text that depend on the value alone, at each offset. */
function base64At(value: string | Uint8Array, alphabet: 'base64' | 'base64url'): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].map((offset) => {
    const bits = { from: offset * 8, to: (offset + bytes.length) * 8 }
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString(alphabet)
    return encoded.slice(Math.ceil(bits.from / 6), Math.floor(bits.to / 6))
  })
}

/** Every form of bytes: raw, hex, base64 as above, and the numbers of an array or object. */
export function tracesOfBytes(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex')
  const numbers = [...bytes]
  const texts = [
    Buffer.from(bytes).toString('latin1'),
    hex,
    hex.toUpperCase(),
    numbers.join(','),
    numbers.join(', '),
    numbers.map((byte, index) => `"${index}":${byte}`).join(','),
    ...base64At(bytes, 'base64'),
    ...base64At(bytes, 'base64url'),
  ]
  return [...new Set([...texts, ...texts.map((text) => Buffer.from(text, 'latin1').toString('hex'))])]
}

/** A secret as text, or as bytes. */
export type Secret = string | Uint8Array

/** Searches every place for every form of every secret; answers `<secret> in <place>`. */
export function searchFor(
  secrets: Readonly<Record<string, Secret>>,
  places: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const traces =
      typeof secret === 'string' ? [...tracesOf(secret), ...tracesOfBytes(Buffer.from(secret))] : tracesOfBytes(secret)
    const found = Object.entries(places).filter(([, text]) => traces.some((trace) => text.includes(trace)))
    return found.map(([place]) => `${name} in ${place}`)
  })
}

export type Wiretap = Awaited<ReturnType<typeof startWiretap>>

/** Relays between two components and records every byte. */
export async function startWiretap(target: string) {
  const { hostname, port: targetPort } = new URL(target)
  /** One list per direction and connection: concurrent messages do not mix. */
  const streams: Buffer[][] = []
  const sockets = new Set<Socket>()

  function pass(from: Socket, to: Socket): void {
    const stream: Buffer[] = []
    streams.push(stream)
    sockets.add(from)
    from.on('data', (chunk: Buffer) => void stream.push(chunk))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
    from.pipe(to)
  }

  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname)
    pass(client, upstream)
    pass(upstream, client)
  })
  const port = await listenLocally(server)
  return {
    url: `http://localhost:${port}`,
    /** Every byte so far, in both directions. */
    heard: () => streams.map((stream) => Buffer.concat(stream).toString('latin1')).join('\n'),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Everything a browser stores for the page's site, as text; bytes in hex. */
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
  // Unescaped too: there may be JSON within JSON.
  return [kept, kept.replaceAll('\\"', '"'), JSON.stringify(await context.cookies())].join('\n')
}

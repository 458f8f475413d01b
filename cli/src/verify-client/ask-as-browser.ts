import { CommandError } from '../command-error.ts'

export type Served = {
  readonly status: number
  readonly headers: Headers
  /** As a browser would run it: decompressed. */
  readonly body: Buffer
}

/** What browsers ask for and, apart from them, proxies: a server may keep each form of a file by itself. */
export const ENCODINGS = ['identity', 'gzip', 'br'] as const

export type Encoding = (typeof ENCODINGS)[number]

/** A server that means to hide from whoever looks should not find it as easy as by a name. */
const AS_BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
}
const TIMEOUT_MS = 30_000
/** Many times the largest file. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Asks for what stands at an address, and follows no redirect.
 * @throws CommandError
 */
export async function askAsBrowser(url: string, encoding: Encoding = 'identity'): Promise<Served> {
  try {
    const headers = { ...AS_BROWSER, 'accept-encoding': encoding }
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: response.status, headers: response.headers, body: await readBounded(response) }
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`${url} did not answer. Check the address, and that this machine reaches it.`, { cause })
  }
}

async function readBounded({ body, url }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new CommandError(`${url} sends more than any file of the client holds.`)
  }
  return Buffer.concat(chunks)
}

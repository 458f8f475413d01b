/** Serves the consent client: its page, with the headers that keep other people's script out, and its files. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PATHS } from '../src/paths.ts'
import { readPage } from './page.ts'
import { ASSET_HEADERS, pageHeaders, workerPolicy } from './page-headers.ts'

export interface ConsentOptions {
  /** The provider's public address, which the page sends back to apps as `iss` (RFC 9207). */
  readonly issuer: string
  /** Where core answers; empty when it is at the page's own address. */
  readonly coreUrl: string
  /** The built files; the ones of this package when not given. */
  readonly folder?: string
}

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url))
const ONE_YEAR_SECONDS = 31_536_000
/** Compressed or not: the policy must not depend on what a browser accepts. */
const WORKER_FILE = /\/vault-worker-[\w-]+\.js(?:\.br|\.gz)?$/

/**
 * Mounts the consent client.
 * @throws Error when it was not built, or an address is not one
 */
export async function mountConsent(app: FastifyInstance, options: ConsentOptions): Promise<void> {
  const { issuer, coreUrl, folder = BUILT } = options
  const page = readPage(folder, { issuer, core: coreUrl.replace(/\/$/, '') })
  const core = coreUrl === '' ? '' : new URL(coreUrl).origin
  const headers = pageHeaders({ core, issuer: new URL(issuer).origin })

  for (const path of Object.values(PATHS)) {
    app.get(path, async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page))
  }
  await app.register(serveFiles, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // One route a file, listed at the start: what is not in the build is not there.
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: ONE_YEAR_SECONDS * 1000,
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(ASSET_HEADERS)) reply.header(name, value)
      if (WORKER_FILE.test(path)) reply.header('content-security-policy', workerPolicy({ core }))
    },
  })
}

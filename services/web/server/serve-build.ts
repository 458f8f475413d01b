import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readPage } from './page.ts'
import { ASSET_HEADERS, pageHeaders, WORKER_FILE, workerHeaders } from './page-headers.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** Sends the built document of a folder, with headers that block foreign script. @throws Error if not built */
export function documentSender(folder: string, sources: Omit<Parameters<typeof pageHeaders>[0], 'importMapHash'>) {
  const { html, importMapHash } = readPage(folder)
  const headers = pageHeaders({ ...sources, importMapHash })
  return (reply: FastifyReply) => reply.headers(headers).send(html)
}

/** Serves the built files below an address such as `/assets/`. */
export async function serveAssets(
  app: FastifyInstance,
  { folder, prefix, ...sources }: Parameters<typeof workerHeaders>[0] & { folder: string; prefix: string },
): Promise<void> {
  await app.register(serveFiles, {
    root: join(folder, prefix),
    prefix,
    decorateReply: false,
    index: false,
    // One route per file, listed at start; `preCompressed` finds the compressed ones beside it.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    preCompressed: true,
    immutable: true,
    maxAge: ONE_YEAR_SECONDS * 1000,
    setHeaders: (reply, path) => {
      const own = WORKER_FILE.test(path) ? workerHeaders(sources) : ASSET_HEADERS
      for (const [name, value] of Object.entries(own)) reply.header(name, value)
    },
  })
}

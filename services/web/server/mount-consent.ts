import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Brand, UNBRANDED } from '@countersign/service/brand'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_PATHS } from '../src/console/console-paths.ts'
import { PATHS } from '../src/routing/paths.ts'
import { mountBrandLogo } from './brand-logo.ts'
import { MANIFEST_FILE } from './client-manifest.ts'
import type { ConsentConfig } from './config.ts'
import { readPage } from './page.ts'
import { mountPageConfig } from './page-config.ts'
import { ASSET_HEADERS, pageHeaders, WORKER_FILE, workerHeaders } from './page-headers.ts'

export type ConsentOptions = Pick<ConsentConfig, 'issuer' | 'coreUrl'> & {
  /** The product's own name and colours when not given. */
  readonly brand?: Brand
  /** Any key when not given. */
  readonly opaqueServerKeys?: readonly string[]
  /** None when not given. */
  readonly credentialIssuers?: readonly string[]
  /** The built files; the ones of this package when not given. */
  readonly folder?: string
}

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url))
/** What the build says that it holds. */
export const INSTALLED_MANIFEST = join(BUILT, MANIFEST_FILE)
const ONE_YEAR_SECONDS = 31_536_000

/**
 * Serves the consent client: its page, with the headers that keep other people's script out, and its files.
 * @throws Error when it was not built, or an address is not one
 */
export async function mountConsent(app: FastifyInstance, options: ConsentOptions): Promise<void> {
  const { issuer, coreUrl, brand = UNBRANDED, folder = BUILT } = options
  const { opaqueServerKeys = [], credentialIssuers = [] } = options
  const core = coreUrl === '' ? '' : new URL(coreUrl).origin
  const origins = { core, issuer: new URL(issuer).origin }
  const sendPage = documentSender(readPage(folder, 'index.html'), origins)
  const sendConsole = documentSender(readPage(folder, 'console/index.html'), { ...origins, callsIssuer: true })
  const logo = brand.logo ? mountBrandLogo(app, brand.logo) : ''
  const config = { issuer, coreUrl: coreUrl.replace(/\/$/, ''), opaqueServerKeys, credentialIssuers }
  mountPageConfig(app, { ...config, brand: { ...brand, logo } })

  for (const path of Object.values(PATHS)) app.get(path, async (_request, reply) => sendPage(reply))
  for (const path of Object.values(CONSOLE_PATHS)) app.get(path, async (_request, reply) => sendConsole(reply))
  // Whoever mistypes an address gets a page that says so; a program gets the answer of the other components.
  // No route, which would stand in for those of other components where they refuse an address.
  app.addHook('onRequest', async (request, reply) => (isPersonLost(request) ? sendPage(reply.code(404)) : undefined))
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
      const own = WORKER_FILE.test(path) ? workerHeaders({ core, credentialIssuers }) : ASSET_HEADERS
      for (const [name, value] of Object.entries(own)) reply.header(name, value)
    },
  })
}

function documentSender(
  { html, importMapHash }: ReturnType<typeof readPage>,
  sources: Omit<Parameters<typeof pageHeaders>[0], 'importMapHash'>,
) {
  const headers = pageHeaders({ ...sources, importMapHash })
  return (reply: FastifyReply) => reply.headers(headers).send(html)
}

/** Addresses of other components and of files: what is not there is not a page. */
const NOT_PAGES = /^\/(?:api|oauth|health|assets|brand|\.well-known)(?:\/|$)/

function isPersonLost({ is404, url, headers }: FastifyRequest): boolean {
  return is404 && headers.accept?.includes('text/html') === true && !NOT_PAGES.test(url)
}

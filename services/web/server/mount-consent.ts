import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Brand, type BrandLogo, UNBRANDED } from '@countersign/service/brand'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_PATHS } from '../src/console/console-paths.ts'
import { PAGE_CONFIG_PATH, type PageConfig } from '../src/page-config.ts'
import { PATHS } from '../src/routing/paths.ts'
import { MANIFEST_FILE } from './client-manifest.ts'
import type { ConsentConfig } from './config.ts'
import { readPage } from './page.ts'
import { ASSET_HEADERS, CONFIG_HEADERS, LOGO_HEADERS, pageHeaders, WORKER_FILE, workerHeaders } from './page-headers.ts'

type ConsentOptions = Pick<ConsentConfig, 'issuer' | 'coreUrl'> & {
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

/** Serves an operator's logo from memory and answers its address, which changes with its content: so it may be kept. */
function mountBrandLogo(app: FastifyInstance, { content, type }: BrandLogo): string {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  const etag = `"${version}"`
  const headers = {
    ...LOGO_HEADERS,
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': type,
  }
  app.get('/brand/logo', async (request: FastifyRequest, reply) => {
    reply.headers(headers)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(content)
  })
  return `/brand/logo?v=${version}`
}

/** Serves what an operator configured. It is data: the page itself is the same wherever this release is served. */
function mountPageConfig(app: FastifyInstance, config: PageConfig): void {
  const { issuer, coreUrl, opaqueServerKeys, credentialIssuers, brand } = config
  const { name, logo, links, supportUrl, theme } = brand
  const json = JSON.stringify({
    issuer,
    core_url: coreUrl,
    opaque_server_keys: opaqueServerKeys,
    credential_issuers: credentialIssuers,
    brand: { name, logo, links, support_url: supportUrl, theme },
  })
  app.get(PAGE_CONFIG_PATH, async (_request, reply) => reply.headers(CONFIG_HEADERS).send(json))
}

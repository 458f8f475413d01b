import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MANIFEST_FILE } from '@countersign/contracts/client-manifest'
import { PAGE_CONFIG_PATH, type PageConfig, type SignUps } from '@countersign/contracts/page-config'
import { type Brand, type BrandLogo, UNBRANDED } from '@countersign/service/brand'
import { namesTag } from '@countersign/service/http'
import { COMPONENT_PATHS, PATHS } from '@countersign/ui/routing/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebConfig } from './config.ts'
import { mountCredentialClient } from './credential-client.ts'
import { CONFIG_HEADERS, LOGO_HEADERS } from './page-headers.ts'
import { documentSender, serveAssets } from './serve-build.ts'
import { mountWellKnown } from './well-known.ts'

type WebOptions = Pick<WebConfig, 'issuer' | 'coreUrl'> & {
  /** Where browsers reach the page. Default: at the issuer's address. */
  readonly webUrl?: string
  /** Default: the product's own name and colours. */
  readonly brand?: Brand
  /** Default: any key. */
  readonly opaqueServerKeys?: readonly string[]
  /** Default: none. */
  readonly credentialIssuers?: readonly string[]
  /** Default: open. */
  readonly signUps?: SignUps
  /** The built files; default: this package's. */
  readonly folder?: string
}

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url))
/** Of the pages alone, without the console. */
export const PAGES_MANIFEST = join(BUILT, MANIFEST_FILE)

/** Serves the pages, with headers that block foreign script. @throws Error for missing pages or a malformed address */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { issuer, coreUrl, brand = UNBRANDED, folder = BUILT } = options
  const { opaqueServerKeys = [], credentialIssuers = [], signUps = 'open' } = options
  const origins = originsOf(options)
  const sendPage = documentSender(folder, origins)
  const logo = brand.logo ? mountBrandLogo(app, brand.logo) : ''
  const config = { issuer, coreUrl: coreUrl.replace(/\/$/, ''), opaqueServerKeys, credentialIssuers, signUps }
  mountPageConfig(app, { ...config, brand: { ...brand, logo } })
  mountCredentialClient(app, { origin: new URL(options.webUrl ?? issuer).origin, name: brand.name, logo })

  mountWellKnown(app)
  for (const path of Object.values(PATHS)) app.get(path, async (_request, reply) => sendPage(reply))
  // A user at an unknown address gets a page, a program the JSON answer of the other components. A hook, since a route
  // would shadow those of the other components.
  app.addHook('onRequest', async (request, reply) => (isPersonLost(request) ? sendPage(reply.code(404)) : undefined))
  await serveAssets(app, { folder, prefix: '/assets/', core: origins.core, credentialIssuers })
}

/** The origins that pages may talk to; an empty one is the page's own. @throws Error for a malformed address */
export function originsOf({ issuer, coreUrl }: Pick<WebConfig, 'issuer' | 'coreUrl'>) {
  return { core: coreUrl === '' ? '' : new URL(coreUrl).origin, issuer: new URL(issuer).origin }
}

function isPersonLost({ is404, url, headers }: FastifyRequest): boolean {
  return is404 && headers.accept?.includes('text/html') === true && !isOfComponent(url)
}

function isOfComponent(url: string): boolean {
  return COMPONENT_PATHS.some((path) => url === `/${path}` || url.startsWith(`/${path}/`))
}

/** Serves the operator's logo from memory and returns its address, which changes with the content: cacheable. */
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
    return namesTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(content)
  })
  return `/brand/logo?v=${version}`
}

/** Serves the operator's configuration as data: the page itself is the same in every installation. */
function mountPageConfig(app: FastifyInstance, config: PageConfig): void {
  const { issuer, coreUrl, opaqueServerKeys, credentialIssuers, signUps, brand } = config
  const { name, logo, links, supportUrl, theme } = brand
  const json = JSON.stringify({
    issuer,
    core_url: coreUrl,
    opaque_server_keys: opaqueServerKeys,
    credential_issuers: credentialIssuers,
    sign_ups: signUps,
    brand: { name, logo, links, support_url: supportUrl, theme },
  })
  app.get(PAGE_CONFIG_PATH, async (_request, reply) => reply.headers(CONFIG_HEADERS).send(json))
}

import type { FastifyInstance } from 'fastify'
import { PAGE_CONFIG_PATH, type PageConfig } from '../src/page-config.ts'
import { CONFIG_HEADERS } from './page-headers.ts'

/** Serves what an operator configured. It is data: the page itself is the same wherever this release is served. */
export function mountPageConfig(app: FastifyInstance, config: PageConfig): void {
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

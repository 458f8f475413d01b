import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrandLogo } from './brand/logo.ts'
import { ASSET_HEADERS } from './page-headers.ts'

/** A logo is an image and nothing else, even where somebody opens its address: an SVG can hold script. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Serves an operator's logo from memory and answers its address, which changes with its content: so it may be kept. */
export function mountBrandLogo(app: FastifyInstance, { content, type }: BrandLogo): string {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  const etag = `"${version}"`
  const headers = {
    ...ASSET_HEADERS,
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': type,
    'content-security-policy': LOGO_POLICY,
  }
  app.get('/brand/logo', async (request: FastifyRequest, reply) => {
    reply.headers(headers)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(content)
  })
  return `/brand/logo?v=${version}`
}

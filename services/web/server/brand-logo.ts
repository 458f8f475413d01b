import { createHash } from 'node:crypto'
import type { BrandLogo } from '@countersign/service/brand'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOGO_HEADERS } from './page-headers.ts'

/** Serves an operator's logo from memory and answers its address, which changes with its content: so it may be kept. */
export function mountBrandLogo(app: FastifyInstance, { content, type }: BrandLogo): string {
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

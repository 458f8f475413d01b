import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from './brand/brand.ts'
import { ASSET_HEADERS } from './page-headers.ts'

/** Where the page finds an operator's own files; empty for those that there are not. */
export type BrandAddresses = {
  readonly theme: string
  readonly logo: string
}

/** A logo is an image and nothing else, even where somebody opens its address: an SVG can hold script. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Serves an operator's colours and logo from memory. Their addresses change with their content, so both may be kept. */
export function mountBrandFiles(app: FastifyInstance, { theme, logo }: Brand): BrandAddresses {
  return {
    theme: theme === undefined ? '' : mountFile(app, '/brand/theme.css', { content: theme, type: 'text/css' }),
    logo: logo === undefined ? '' : mountFile(app, '/brand/logo', logo),
  }
}

type BrandFile = {
  readonly content: string | Buffer
  readonly type: string
}

function mountFile(app: FastifyInstance, path: string, { content, type }: BrandFile): string {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  const etag = `"${version}"`
  const headers = {
    ...ASSET_HEADERS,
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': type === 'text/css' ? 'text/css; charset=utf-8' : type,
    'content-security-policy': LOGO_POLICY,
  }
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(content)
  })
  return `${path}?v=${version}`
}

import { METHOD_ANCHORS } from '@countersign/ui/routing/method-anchors.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ASSET_HEADERS, CONFIG_HEADERS } from './page-headers.ts'

const { password, newPasskey, aboutPasskeys } = METHOD_ANCHORS

/** Addresses for password managers, at the page's host, which is the RP ID of its passkeys. */
export function mountWellKnown(app: FastifyInstance): void {
  // W3C, A Well-Known URL for Changing Passwords. A browser tells it from a page for everything by a 404 (§3).
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.headers({ ...ASSET_HEADERS, 'cache-control': 'no-store' }).redirect(PATHS.methods + password),
  )
  // W3C, A Well-Known URL for Relying Party Passkey Endpoints.
  app.get('/.well-known/passkey-endpoints', async (request, reply) => {
    const origin = originOf(request)
    if (origin === undefined) return reply.callNotFound()
    const methods = origin + PATHS.methods
    const endpoints = { enroll: methods + newPasskey, manage: methods, prfUsageDetails: methods + aboutPasskeys }
    return reply.headers(CONFIG_HEADERS).send(JSON.stringify(endpoints))
  })
}

/** The page's process does not know its address. Passkeys need https, but on this machine (Secure Contexts §3.1). */
function originOf({ host, hostname }: FastifyRequest): string | undefined {
  return URL.parse(`${hostname === 'localhost' ? 'http' : 'https'}://${host}`)?.origin
}

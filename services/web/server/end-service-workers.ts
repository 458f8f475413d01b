import type { FastifyInstance } from 'fastify'
import { ASSET_HEADERS } from './page-headers.ts'

/** Gives way to nothing else: it forgets what was stored for it, leaves, and loads again each page that it stood before. */
const LEAVE = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => undefined)
}
`

export const SERVICE_WORKER = {
  script: LEAVE,
  headers: {
    ...ASSET_HEADERS,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/javascript; charset=utf-8',
    // One that was let beyond its folder takes no other script than one that is, too.
    'service-worker-allowed': '/',
  },
}

/**
 * The client has no service worker, so one in a browser was put there by a changed page. The browser asks for its script
 * again (Service Workers §6.2, the header Service-Worker), wherever that was, and gets one that ends it. An error would not.
 */
export function endServiceWorkers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) =>
    request.headers['service-worker'] === 'script'
      ? reply.headers(SERVICE_WORKER.headers).send(SERVICE_WORKER.script)
      : undefined,
  )
}

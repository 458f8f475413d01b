import type { FastifyInstance } from 'fastify'
import { ASSET_HEADERS } from './page-headers.ts'

/** Replaces an installed service worker: deletes its caches, unregisters, and reloads its pages. */
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
    // A worker with a wider scope only accepts a replacement with the same scope.
    'service-worker-allowed': '/',
  },
}

/** The client has no service worker: one came from a tampered page. Answers its update with a script that ends it. */
export function endServiceWorkers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) =>
    request.headers['service-worker'] === 'script'
      ? reply.headers(SERVICE_WORKER.headers).send(SERVICE_WORKER.script)
      : undefined,
  )
}

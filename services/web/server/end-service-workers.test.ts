import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endServiceWorkers } from './end-service-workers.ts'

async function serve() {
  const app = Fastify()
  endServiceWorkers(app)
  await app.register(async (inner) => {
    inner.get('/api/session/', async () => ({ session: 'of somebody' }))
  })
  return app
}

test.each(['/sw.js', '/', '/api/session/'])(
  'the script of a service worker is answered with one that ends it, at any address and from no cache: %s',
  async (url) => {
    const response = await (await serve()).inject({ url, headers: { 'service-worker': 'script' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'service-worker-allowed': '/',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(response.body).toContain('registration.unregister()')
  },
)

test('nothing else is answered in place of what is there', async () => {
  const app = await serve()
  expect((await app.inject('/api/session/')).json()).toEqual({ session: 'of somebody' })
  expect((await app.inject('/sw.js')).statusCode).toBe(404)
})

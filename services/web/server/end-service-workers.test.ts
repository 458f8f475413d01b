import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endServiceWorkers } from './end-service-workers.ts'

const app = Fastify()
endServiceWorkers(app)
app.register(async (inner) => {
  inner.get('/api/session/', async () => ({ session: 'ada' }))
})

test.each(['/sw.js', '/', '/api/session/'])(
  'the script of a service worker is answered with one that ends it, at any address and from no cache: %s',
  async (url) => {
    const response = await app.inject({ url, headers: { 'service-worker': 'script' } })
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

test('other requests keep their own answers', async () => {
  expect((await app.inject('/api/session/')).json()).toEqual({ session: 'ada' })
  expect((await app.inject('/sw.js')).statusCode).toBe(404)
})

import { once } from 'node:events'
import { closeHttpServer, createHttpServer, createLogger } from '@countersign/service'
import { expect, test } from 'vitest'
import { inProcessTransport } from './in-process-transport.ts'

test('what core is answering when the process is asked to stop still reaches the provider', async () => {
  const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
  const transport = inProcessTransport(app, { serviceToken: 'token', timeoutSeconds: 5 })
  const underWay = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  app.get('/provider', async () => ({ from: 'the provider' }))
  app.get('/core', async () => {
    underWay.resolve()
    await goOn.promise
    return transport({ method: 'GET', path: '/provider' })
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`${address}/core`)
  await underWay.promise
  const stopped = once(app.server, 'close')
  const closed = closeHttpServer(app)
  goOn.resolve()
  const response = await answer
  expect([response.status, await response.json()]).toEqual([200, { status: 200, body: { from: 'the provider' } }])
  await Promise.all([closed, stopped])
})

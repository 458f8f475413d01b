import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { hostname } from 'node:os'
import { freePort, recordLog, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startServer } from './server.ts'

const { logger, lines: log } = recordLog('warn')

const start = (host: string, port: number) =>
  startServer({ env: { PORT: '0', METRICS_ADDRESS: `${host}:${port}` }, logger, components: ['web'] })

describe('the metrics address', () => {
  const port = startBeforeAll(async () => {
    const number = await freePort()
    const server = await start(hostname(), number)
    return { number, close: () => server.close() }
  })

  test('a taken address for it is refused before anything is served', async () => {
    await expect(start(hostname(), port.number)).rejects.toThrow(
      /^Metrics cannot be offered at METRICS_ADDRESS \(.*EADDRINUSE/,
    )
  })

  test.each([
    [hostname(), 200],
    ['127.0.0.1', 200],
    ['localhost', 200],
    ['[::1]', 200],
    ['10.1.2.3', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost.evil.example', 421],
  ])('is not for a page whose own name leads there: asked as %s, it answers %i', async (host, status) => {
    const headers = { host: `${host}:${port.number}` }
    const asking = request({ host: hostname(), port: port.number, path: '/metrics', headers }).end()
    const [answer]: IncomingMessage[] = await once(asking, 'response')
    answer?.resume()
    expect(answer?.statusCode).toBe(status)
  })

  test.each([
    ['0.0.0.0', 1],
    ['[::]', 1],
    ['[0:0::0]', 1],
    ['127.0.0.1', 0],
    ['localhost', 0],
  ])('%s brings %i warnings: they are for addresses that every network reaches', async (host, warnings) => {
    log.length = 0
    const server = await start(host, await freePort())
    expect(log.filter((line) => line.includes('metrics_open_to_all_networks'))).toHaveLength(warnings)
    await server.close()
  })
})

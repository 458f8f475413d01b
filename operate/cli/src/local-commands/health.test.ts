import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '@countersign/testing'
import { expect, test } from 'vitest'
import { PROGRAM, startQuietly } from '../../test/command-line.ts'

/** Runs in a process of its own, like a container's health check. */
async function health(env: Readonly<Record<string, string>>, ...parameters: readonly string[]) {
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, 'health', ...parameters], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    )
  })
}

test('health: succeeds while the server is ready, and --wait waits for its start', async () => {
  const port = await freePort()
  const env = { PORT: String(port), HOST: '0.0.0.0' }
  expect(await health(env)).toEqual({ code: 1, said: expect.stringContaining(`http://127.0.0.1:${port}/health/ready`) })
  const waiting = health(env, '--wait', '60')
  const server = await startQuietly(env, 'web')
  expect(await waiting).toEqual({ code: 0, said: 'It is ready.\n' })
  expect(await health(env, '--live')).toEqual({ code: 0, said: 'It answers.\n' })
  await server.close()
})

test('health: names the failing check, and a setting that it cannot use', async () => {
  const answer = JSON.stringify({ status: 'unavailable', checks: { database: 'unavailable' } })
  const server = createServer((_request, response) => response.writeHead(503).end(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const refused = await health({ HOST: '127.0.0.1', PORT: String(port) })
  expect(refused).toEqual({ code: 1, said: expect.stringContaining(`answers 503: ${answer}`) })
  server.close()
  expect(await health({ PORT: 'eighty' })).toEqual({
    code: 1,
    said: expect.stringContaining('PORT must be a whole number'),
  })
  expect(await health({}, '--wait', 'long')).toEqual({ code: 2, said: expect.stringContaining('Give whole seconds.') })
})

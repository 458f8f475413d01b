import { connect } from 'node:net'
import { text as read } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../telemetry/logger.ts'
import { createHttpServer } from './http-server.ts'

const CANARY = 'Zq7canary'
const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
beforeAll(async () => {
  app.get('/things/:id', async () => 'a thing')
  app.get('/oauth/things/:id', async () => 'a thing')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** The answer to these bytes, as they come over the wire. */
async function send(bytes: string): Promise<{ status: number; body: unknown; text: string }> {
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.write(bytes, 'latin1')
  const text = await read(socket)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body), text }
}

const get = (path: string) => send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

test.each([
  ['an address that there is not', `/${CANARY}`, 404, 'not_found', 'There is nothing at this address.'],
  ['an address that is not UTF-8', `/things/%FF${CANARY}`, 400, 'invalid_request', 'malformed'],
  ['an address with a malformed escape', `/things/%${CANARY}`, 400, 'invalid_request', 'malformed'],
  ['a part of an address that is too long', `/things/${CANARY.repeat(100)}`, 414, 'invalid_request', 'too long'],
])('%s is refused without a word of it, in the form of its endpoints', async (_case, path, status, code, sentence) => {
  const answer = await get(path)
  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(sentence), code } })
  const oauth = await get(`/oauth${path}`)
  const body = { error: 'invalid_request', error_description: expect.stringContaining(sentence) }
  expect(oauth).toMatchObject({ status, body })
  expect(answer.text + oauth.text).not.toContain(CANARY)
})

test.each([
  ['header fields of more than 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${CANARY.repeat(3_000)}\r\n\r\n`, 431],
  ['an address of more than 16 KiB', `GET /things/${CANARY.repeat(3_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['a header field with a NUL', `GET / HTTP/1.1\r\nHost: a\r\nX-Nul: \u0000${CANARY}\r\n\r\n`, 400],
  ['a request that is not HTTP', `${CANARY}\r\n\r\n`, 400],
])('%s is answered like everything else, and the connection ends', async (_case, bytes, status) => {
  const answer = await send(bytes)
  expect(answer).toMatchObject({ status, body: { error: expect.any(String), code: 'invalid_request' } })
  expect(answer.text).toContain('Cache-Control: no-store')
  expect(answer.text).not.toContain(CANARY)
})

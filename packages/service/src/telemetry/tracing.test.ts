import { createServer } from 'node:http'
import { createServerDatabase, listenLocally, recordLog, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { createHttpServer } from '../http/http-server.ts'
import { requestIdHeaders } from '../http/request-headers.ts'
import { openDatabase } from '../sql/database.ts'
import { inSpan } from './request-context.ts'
import { startTracing } from './tracing.ts'

const TOKEN = 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

type Exported = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly status: { readonly code?: number }
}

const received: string[] = []
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    received.push(`${request.url} ${text}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const { logger, lines } = recordLog()
const app = createHttpServer({ logger, trustedProxies: ['127.0.0.0/8'], serviceTokens: [TOKEN] })
const parts = startBeforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await listenLocally(collector)}`
  const { url, drop } = await createServerDatabase()
  const database = await openDatabase({ databaseUrl: url })
  app.post('/ask/:id', async () => {
    await database.sql`select ${'a secret'}::text as provider_word`
    return inSpan({ name: 'provider readRequest', kind: 'client' }, async () => requestIdHeaders())
  })
  app.get('/broken', async () => {
    throw new Error('A page is missing.')
  })
  const close = async (): Promise<void> => {
    await app.close()
    await database.close()
    await drop()
    collector.close()
  }
  return { endpoint, close }
})

/** Sends requests; returns the spans that the collector received and the answers. */
async function trace(share: number, ...requests: readonly (readonly [string, Readonly<Record<string, string>>])[]) {
  received.length = 0
  lines.length = 0
  const stop = await startTracing({ endpoint: parts.endpoint, share, serviceName: 'countersign', version: '1.2.3' })
  const answers: unknown[] = []
  for (const [url, headers] of requests) {
    const method = url.startsWith('/ask') ? 'POST' : 'GET'
    answers.push((await app.inject({ method, url, headers, ...(method === 'POST' && { payload: { a: 1 } }) })).json())
  }
  await stop()
  const spans = received.flatMap((text): Exported[] =>
    JSON.parse(text.slice(text.indexOf('{'))).resourceSpans.flatMap((each: { scopeSpans: { spans: Exported[] }[] }) =>
      each.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  return { spans, answers }
}

test('is a span with its statements and its calls of other processes', async () => {
  const { spans, answers } = await trace(1, ['/ask/7', {}])
  const request = spans.find(({ name }) => name === 'POST /ask/:id')
  const call = spans.find(({ name }) => name === 'provider readRequest')
  expect(spans.map(({ name, parentSpanId = '' }) => [name, parentSpanId])).toEqual([
    ['select', request?.spanId],
    ['provider readRequest', request?.spanId],
    ['POST /ask/:id', ''],
  ])
  expect(answers).toMatchObject([{ traceparent: `00-${request?.traceId}-${call?.spanId}-01` }])
  expect(received[0]).toMatch(/^\/v1\/traces /)
  expect(received[0]).toContain('"stringValue":"select $1::text as provider_word"')
  expect(received.join('')).not.toMatch(/a secret|\/ask\/7/)
  expect(lines.filter((line) => line.includes('"event":"request"'))).toEqual([
    expect.stringContaining(request?.traceId ?? ''),
  ])
})

test('a request that fails is a span that failed', async () => {
  const { spans } = await trace(1, ['/broken', {}])
  expect(spans).toMatchObject([{ name: 'GET /broken', status: { code: 2 } }])
})

test('a trace continues from core, and from no other caller', async () => {
  const traceparent = `00-${TRACE}-${PARENT}-01`
  const { spans } = await trace(0, ['/ask/1', { traceparent, 'x-service-token': TOKEN }], ['/ask/2', { traceparent }])
  expect(spans.filter(({ name }) => name === 'POST /ask/:id')).toMatchObject([{ traceId: TRACE, parentSpanId: PARENT }])
})

test('without a collector nothing is traced', async () => {
  received.length = 0
  const answer = await app.inject({ method: 'POST', url: '/ask/1', payload: { a: 1 } })
  expect(Object.keys(answer.json())).toEqual(['x-request-id'])
  expect(received).toEqual([])
})

test('a collector that refuses delays neither requests nor the end', async () => {
  const refusing = createServer((_request, response) => response.writeHead(400).end())
  const endpoint = `http://127.0.0.1:${await listenLocally(refusing)}`
  const stop = await startTracing({ endpoint, share: 1, serviceName: 'a', version: '1' })
  expect((await app.inject({ method: 'POST', url: '/ask/1', payload: { a: 1 } })).statusCode).toBe(200)
  await stop()
  refusing.close()
})

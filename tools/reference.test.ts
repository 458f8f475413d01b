import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listenLocally } from '@countersign/testing'
import { expect, test } from 'vitest'
import { readExamples, SERVICE, writeCurl } from './reference/api-example.ts'
import { writeApiReference } from './reference/api-reference.ts'

const FOLDER = join(import.meta.dirname, '../docs/openapi')
const examples = Object.entries(readExamples(join(FOLDER, 'examples'))).flatMap(([operation, each]) =>
  each.map((example) => ({ method: operation.split(' ')[0] ?? '', ...example })),
)

test('each curl line of the API reference sends the request that it stands for', async () => {
  const received: object[] = []
  const server = createServer((request, response) => {
    void receive(request).then(() => response.end())
  })
  async function receive(request: IncomingMessage): Promise<void> {
    const { headers = {} } = examples[received.length]?.request ?? {}
    received.push(toRequest(request, await text(request), headers))
  }
  const port = await listenLocally(server)
  const lines = examples.map(({ method, request, answer }) => writeCurl(method, request, answer))
  const script = lines.join('\n').replaceAll(SERVICE, `http://127.0.0.1:${port}`)
  // Each variable holds its own name.
  const names = [...new Set(script.match(/\$[A-Z_]+/g))]
  const env = { PATH: process.env['PATH'], ...Object.fromEntries(names.map((name) => [name.slice(1), name])) }
  const shell = spawn('sh', ['-eu'], { env, cwd: import.meta.dirname, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.stdin.end(script.replaceAll('@logo.png', '@docs.ts'))
  expect(await once(shell, 'exit')).toEqual([0, null])
  server.close()
  const local = (example: object): object =>
    JSON.parse(JSON.stringify(example).replaceAll(SERVICE, `http://127.0.0.1:${port}`))
  expect(received).toEqual(examples.map(({ method, request }) => local({ method, ...request })))
})

/** A received request as examples have it, with the headers that its example names. */
function toRequest({ method, url = '', headers }: IncomingMessage, body: string, named: object): object {
  const { pathname, searchParams } = new URL(url, SERVICE)
  const shown = Object.keys(named).map((name) => [name, readable(String(headers[name]))])
  const type = headers['content-type'] ?? ''
  return {
    method,
    path: pathname,
    ...(searchParams.size > 0 && { query: Object.fromEntries(searchParams) }),
    headers: Object.fromEntries(shown),
    ...(body !== '' && { body: readBody(type, body) }),
  }
}

function readable(value: string): string {
  const [, pair] = /^Basic (.+)$/.exec(value) ?? []
  return pair === undefined
    ? Buffer.from(value, 'latin1').toString()
    : `Basic ${Buffer.from(pair, 'base64').toString()}`
}

function readBody(type: string, body: string): unknown {
  if (type === 'application/json') return JSON.parse(body)
  return type.includes('form') ? Object.fromEntries(new URLSearchParams(body)) : `(${type})`
}

test('every operation is on one page of the API reference, with an example', () => {
  const pages = [...writeApiReference(FOLDER)].filter(([name]) => name !== 'api/README.md')
  for (const [name, page] of pages) {
    for (const [heading = '', ...rest] of page
      .split('\n## ')
      .slice(1)
      .map((each) => each.split('\n'))) {
      expect([name, heading, rest.some((line) => line.startsWith('### Example'))]).toEqual([name, heading, true])
    }
  }
})

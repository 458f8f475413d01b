import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServerDatabase, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startQuietly } from '../test/command-line.ts'
import { COMPONENTS } from './components.ts'
import { generateSecrets } from './secrets.ts'
import type { RunningServer } from './server.ts'

const OTHERS = [
  '/',
  '/consent',
  '/console',
  '/api/console/me/',
  '/page-config.json',
  '/health/live',
  '/health/ready',
  '/oauth/nowhere',
]
const REFUSED_BY_THE_ROUTER = [
  '/nowhere',
  '/assets/nowhere.js',
  '/oauth/clients/%FF/logo',
  `/oauth/clients/${'x'.repeat(999)}/logo`,
]

async function start(baseUrl: string) {
  const database = await createServerDatabase()
  const env = {
    BASE_URL: baseUrl,
    DATABASE_URL: database.url,
    // A machine that runs all tests at once keeps every request waiting.
    MAX_EVENT_LOOP_DELAY: '60000',
    DYNAMIC_REGISTRATION: 'open',
    ADMIN_TOKEN: 'w7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB',
    ...(await generateSecrets()),
  }
  const server = await startQuietly(env, ...COMPONENTS)
  return { app: server.app, close: () => server.close().then(database.drop) }
}

/** Every operation in the documents of provider and core, and other paths. */
async function everyAddress({ app }: Pick<RunningServer, 'app'>): Promise<readonly (readonly ['GET', string])[]> {
  const documents = await Promise.all(
    ['provider', 'core'].map(async (name) => {
      const response = await app.inject(`/openapi/${name}.json`)
      return response.json<{ paths: Record<string, Record<string, unknown>> }>()
    }),
  )
  const operations = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const)),
  )
  const beside = [...OTHERS, ...REFUSED_BY_THE_ROUTER].map((path) => ['get', path] as const)
  // The type of `inject` knows methods in capitals.
  return [...operations, ...beside].map(([method, path]) => [method.toUpperCase() as 'GET', path])
}

/** Addresses whose answer lacks these headers. */
async function findOthers(server: Pick<RunningServer, 'app'>, expected: Readonly<Record<string, string | undefined>>) {
  const addresses = await everyAddress(server)
  const others: string[] = []
  for (const [method, url] of addresses) {
    for (const accept of ['application/json', 'text/html']) {
      const { headers } = await server.app.inject({ method, url, headers: { accept } })
      const isSame = Object.entries(expected).every(([name, value]) => headers[name] === value)
      if (!isSame) others.push(`${method} ${url} as ${accept}`)
    }
  }
  return { asked: addresses.length, others }
}

describe('behind https', () => {
  const server = startBeforeAll(() => start('https://id.example'))

  test('types are final and browsers stay on https for a year or more (ASVS 3.4.1, 3.4.4)', async () => {
    const { asked, others } = await findOthers(server, {
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=63072000',
    })
    expect(asked).toBeGreaterThan(80)
    expect(others).toEqual([])
  })

  test('an answer to bytes that are not HTTP keeps browsers on https too', async () => {
    const address = server.app.server.address()
    const socket = connect(typeof address === 'object' && address ? address.port : 0, 'localhost')
    socket.write('nonsense\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^strict-transport-security: max-age=63072000\r$/m)
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m)
  })
})

describe('on plain http', () => {
  const server = startBeforeAll(() => start('http://localhost:8080'))

  test('no answer demands https, and every answer names its type for good', async () => {
    const { others } = await findOthers(server, {
      'x-content-type-options': 'nosniff',
      'strict-transport-security': undefined,
    })
    expect(others).toEqual([])
  })
})

import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createSecureServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  createLyingProxy,
  type Lie,
  listenLocally,
  passTo,
  startBeforeAll,
  TEST_CERTIFICATE,
  TEST_PRIVATE_KEY,
} from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONFIG, changed, KNOWN, lieTo } from '../test/client-lies.ts'
import { CORE, usePage } from '../test/compared-page.ts'
import { useConnectProxy, useSocksProxy } from '../test/proxies.ts'
import { refusal, run } from '../test/run.ts'

const compared = usePage()

test('says for whom a page is another one', async () => {
  const { complaint } = await compared.runBriefly(lieTo('/grants', { 'user-agent': /Firefox|iPhone/, accept: /html/ }))
  expect(complaint).toMatch(
    /- \/grants: is answered with status 203 \(the release: 404\) \[only Firefox, Safari on iPhone\]$/m,
  )
})

describe('about the request of an app', () => {
  const lie = lieTo(`/consent?auth_request_id=<known>`)
  const AT_PROVIDER = '/oauth/authorize?client_id=books'
  const toPage: Lie = async (received, truth) => {
    const headers = { location: `${compared.url()}/consent?auth_request_id=${KNOWN}` }
    return received.path === AT_PROVIDER ? { status: 302, headers, body: '' } : lie(received, truth)
  }

  test('does not notice what is served for it alone, unless it is named', async () => {
    expect(await compared.runBriefly(lie)).toMatchObject({ code: 0 })
  })

  test.each([
    ['the address of the page', () => `${compared.url()}/consent?auth_request_id=${KNOWN}`],
    ["the app's request at the provider", () => compared.url() + AT_PROVIDER],
  ])('notices it by %s', async (_case, address) => {
    expect(await compared.runBriefly(toPage, '--request', address())).toMatchObject(
      refusal('/consent: is answered with'),
    )
  })

  test.each([
    ['leads nowhere', () => compared.url().replace('127.0.0.1', 'localhost')],
    ['is that of the page without a request', () => `${compared.url()}/consent`],
    ['is not one of the web', () => 'auth_request_id'],
  ])('refuses an address that %s', async (_case, address) => {
    expect(await compared.runBriefly(undefined, '--request', address())).toMatchObject(
      refusal('leads to no request of an app'),
    )
  })
})

describe('judges the configuration:', () => {
  const [key, other] = ['k'.repeat(43), 'o'.repeat(43)]
  const configured = (change: object) =>
    changed(CONFIG, ({ body }) => ({ body: JSON.stringify({ ...JSON.parse(body), ...change }) }))

  test.each<[string, Lie | undefined, readonly string[], string]>([
    [
      'another core than expected',
      undefined,
      ['--core', `${CORE}/v2`],
      `has its core at ${CORE} (expected: ${CORE}/v2)`,
    ],
    ['any password key', undefined, ['--password-key', key], 'accepts any password key'],
    [
      'a password key beside the expected one',
      configured({ opaque_server_keys: [key, other] }),
      ['--password-key', key],
      `accepts the password key ${other}`,
    ],
  ])('%s is a difference', async (_case, lie, flags, difference) => {
    expect(await compared.runBriefly(lie, ...flags)).toMatchObject(refusal(`${CONFIG}: ${difference}`))
  })

  test('a core on another site is a difference unless it is expected, and what was not judged is said', async () => {
    const { said, complaint } = await compared.run(undefined, '--manifest', 'manifest.json')
    expect(complaint).toContain(`${CONFIG}: has its core on another site, ${CORE}`)
    expect(said).toMatch(/^Core .*, judged by its site only: --core$/m)
    expect(said).toMatch(/^Password keys +any.*, not judged: --password-key$/m)
  })

  test('one of the expected keys, and a core at the site of the page, are no difference', async () => {
    const core = compared.url().replace(/:\d+$/, ':9')
    const lie = configured({ core_url: core, opaque_server_keys: [key] })
    const flags = ['--core', `${core}/`, '--password-key', key, '--password-key', other]
    const { said, complaint } = await compared.runBriefly(lie, ...flags)
    expect(said).not.toMatch(/judged/)
    expect(complaint).not.toContain(CONFIG)
  })
})

describe('through other networks', () => {
  const elsewhere = startBeforeAll(async () => {
    const lying = createLyingProxy(async (call) => passTo(compared.url())(call))
    await lying.app.listen({ port: 0, host: '127.0.0.1' })
    return { lying, close: async () => lying.app.close() }
  })
  const port = () => Number(new URL(compared.url()).port)
  const portElsewhere = () => (elsewhere.lying.app.server.address() as AddressInfo).port
  const [near, far, tor] = [useConnectProxy(port), useConnectProxy(portElsewhere), useSocksProxy(portElsewhere)]

  test('says of a difference through which it was seen, and hides the password of a proxy', async () => {
    elsewhere.lying.lie = lieTo('/grants')
    const { complaint, said } = await compared.runBriefly(
      undefined,
      '--proxy',
      near.address(),
      '--proxy',
      far.address().replace('//', '//me:secret@'),
    )
    expect(complaint).toContain(`[only through ${new URL(far.address()).host}]`)
    expect(near.called).toContain(new URL(compared.url()).host)
    expect(said + complaint).not.toContain('secret')
  })

  test('takes another configuration as a difference where each is like the release', async () => {
    elsewhere.lying.lie = changed(CONFIG, ({ body }) => ({ body: body.replace('Bank', 'Band') }))
    const { complaint } = await compared.runBriefly(undefined, '--proxy', far.address())
    expect(complaint.trim().split('\n').slice(1)).toEqual([
      `  - ${CONFIG}: has other content [only through ${new URL(far.address()).host}]`,
    ])
  })

  test('lets a SOCKS proxy look the name up', async () => {
    elsewhere.lying.lie = undefined
    const named = `http://localhost:${port()}`
    const flags = ['--core', CORE, '--manifest', 'manifest.json', '--proxy', tor.address()]
    expect(await run([named, ...flags], { directory: compared.folder })).toMatchObject({
      code: 0,
    })
    expect(new Set(tor.called)).toEqual(new Set(['localhost']))
  })

  test('names the proxy that does not answer', async () => {
    expect(await compared.runBriefly(undefined, '--proxy', 'http://127.0.0.1:9')).toMatchObject(
      refusal('(through 127.0.0.1:9) did not answer'),
    )
  })
})

describe('over TLS', () => {
  const trusted = getCACertificates('default')
  const credentials = { cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }
  beforeAll(() => setDefaultCACertificates([...trusted, TEST_CERTIFICATE]))
  afterAll(() => setDefaultCACertificates(trusted))

  async function verifyAt(server: Server) {
    const port = await listenLocally(server)
    const flags = ['--core', CORE, '--manifest', 'manifest.json']
    const ran = await run([`https://127.0.0.1:${port}`, ...flags], {
      directory: compared.folder,
    })
    server.close()
    return ran
  }

  test('speaks HTTP/2 as browsers do, and notices a lie over it alone', async () => {
    const versions = new Set<string>()
    const server = createHttp2Server({ ...credentials, allowHTTP1: true }, (asked, answer) => {
      versions.add(asked.httpVersion)
      if (asked.url === '/grants') answer.writeHead(203).end()
      else passOn(asked, answer)
    })
    expect(await verifyAt(server)).toMatchObject(refusal('/grants: is answered with status 203'))
    expect([...versions]).toEqual(['2.0'])
  })

  test('speaks HTTP/1.1 where the server knows no other', async () => {
    expect(await verifyAt(createHttpsServer(credentials, passOn))).toMatchObject({ code: 0 })
  })

  /** To the real server of the page. */
  function passOn(asked: IncomingMessage | Http2ServerRequest, answer: ServerResponse | Http2ServerResponse): void {
    const own = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'))
    request(`${compared.honestUrl()}${asked.url}`, { headers: Object.fromEntries(own) }, (answered) => {
      const {
        connection: _connection,
        'keep-alive': _alive,
        'transfer-encoding': _coding,
        ...headers
      } = answered.headers
      answer.statusCode = answered.statusCode ?? 502
      for (const [name, value = ''] of Object.entries(headers)) answer.setHeader(name, value)
      answered.pipe(answer)
    }).end()
  }
})

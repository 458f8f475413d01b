import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import * as net from 'node:net'
import { isPublicAddress } from '@countersign/service/network'
import { startBeforeAll, TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from '@countersign/testing'
import { expect, test } from 'vitest'
import { createAddressRules } from './public-address.ts'
import { createPublicFetch } from './public-fetch.ts'
import { createStrangerFetch } from './stranger-fetch.ts'

const LOOPBACK = '127.0.0.1'
const answers: Readonly<Record<string, RequestListener>> = {
  '/': (request, response) => void request.pipe(response.setHeader('x-host', request.headers.host ?? '')),
  '/moved': (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  '/large': (_request, response) => void response.end('x'.repeat(1_048_577)),
  '/silent': () => controller.abort(),
}
const asked: string[] = []
const controller = new AbortController()

const server = startBeforeAll(async () => {
  const listening = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (request, response) => {
    asked.push(request.url ?? '')
    answers[request.url ?? '']?.(request, response)
  })
  await new Promise<void>((resolve) => listening.listen(0, LOOPBACK, resolve))
  const close = async () => {
    listening.closeAllConnections()
    listening.close()
  }
  return { port: (listening.address() as net.AddressInfo).port, close }
})

type Names = Readonly<Record<string, readonly string[]>>

/** A network with one host, whose names lead to addresses; loopback counts as public in it. */
function connect(names: Names = { [TEST_HOST]: [LOOPBACK] }, allowed = [LOOPBACK]) {
  const resolved: string[] = []
  const network = {
    resolve: async (name: string) => {
      resolved.push(name)
      return names[name] ?? []
    },
    isAllowed: (address: string) => allowed.includes(address),
    certificateAuthority: TEST_CERTIFICATE,
  }
  const publicFetch = createPublicFetch(network)
  const given: typeof fetch = (input, init) => publicFetch(new Request(input, init))
  return { ask: createStrangerFetch({ fetch: given, allowLoopback: false }), resolved }
}

const at = (path: string, host = TEST_HOST) => `https://${host}:${server.port}${path}`

test('it posts to a public server, by its name and certificate, and resolves the name once', async () => {
  const { ask, resolved } = connect()
  const answer = await ask(at('/'), { method: 'POST', body: new URLSearchParams({ code: 'a&b' }) })
  expect([answer.status, await answer.text()]).toEqual([200, 'code=a%26b'])
  expect(answer.headers.get('x-host')).toBe(`${TEST_HOST}:${server.port}`)
  expect(resolved).toEqual([TEST_HOST])
})

test('a name with one address that is not public is refused before anything connects', async () => {
  asked.length = 0
  const { ask } = connect({ [TEST_HOST]: [LOOPBACK, '10.0.0.1'] })
  await expect(ask(at('/'))).rejects.toThrow('not on the public internet')
  await expect(connect({}, []).ask(at('/', LOOPBACK))).rejects.toThrow('not on the public internet')
  await expect(connect({}).ask(at('/'))).rejects.toThrow('the name of the host is unknown')
  expect(asked).toEqual([])
})

test('another server behind the name is refused, as its certificate is of another name', async () => {
  const { ask } = connect({ 'other.example': [LOOPBACK] })
  await expect(ask(at('/', 'other.example'))).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})

test('a redirect is not followed, and an answer over 1 MiB or none until the caller gives up is refused', async () => {
  asked.length = 0
  const { ask } = connect()
  expect((await ask(at('/moved'))).status).toBe(302)
  await expect(ask(at('/large'))).rejects.toThrow('too large')
  await expect(ask(at('/silent'), { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked).toEqual(['/moved', '/large', '/silent'])
})

test.each(['http://home.example/', 'http://localhost/', 'https://ada:secret@home.example/'])(
  '%s is refused unasked',
  async (address) => {
    const ask = createStrangerFetch({ fetch: () => Promise.reject(new Error('asked')), allowLoopback: false })
    await expect(ask(address)).rejects.toThrow(/not https|credentials/)
  },
)

test('without a network of its own it refuses this machine, by name and by address', async () => {
  const ask = createStrangerFetch({ fetch: undefined, allowLoopback: false })
  for (const host of [LOOPBACK, '[::1]', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
    await expect(ask(at('/', host))).rejects.toThrow('not on the public internet')
  }
})

test('its rules for addresses are those of the services', () => {
  const isPublic = createAddressRules(net)
  const ends = [0, 1, 2, 15, 16, 18, 19, 20, 31, 32, 51, 63, 64, 88, 99, 100, 113, 127, 128, 168, 254, 255]
  const firsts = Array.from({ length: 256 }, (_, first) => first)
  const v4 = firsts.flatMap((a) => ends.flatMap((b) => ends.map((c) => `${a}.${b}.${c}.1`)))
  const v6 = [
    '::',
    '::1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '2000::1',
    '2001::1',
    '2001:200::',
    '3fff::1',
  ]
  const v6More = [
    '2001:db8::1',
    '2002::1',
    '2003::1',
    '3ffe::1',
    '2606:4700::1111',
    '64:ff9b::1',
    '2000::1%1',
    'no address',
  ]
  const all = [...v4, ...v6, ...v6More]
  expect(all.filter((address) => isPublic(address) !== isPublicAddress(address))).toEqual([])
})

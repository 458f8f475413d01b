import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer as createServerInClear } from 'node:http'
import { createServer, type Server } from 'node:https'
import { text } from 'node:stream/consumers'
import { createServer as createTlsServer } from 'node:tls'
import { listenLocally, TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from '@countersign/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  fetchBytes,
  OPERATORS_NETWORK,
  type OutboundPolicy,
  PUBLIC_INTERNET,
  resolveBy,
  sendMessage,
} from './outbound-fetch.ts'

const LIMITS = { maximumBytes: 1_000, timeoutMs: 2_000 }
const LOOPBACK = '127.0.0.1'

describe('untrusted fetch:', () => {
  let server: Server
  let port: number
  const asked: string[] = []

  beforeAll(async () => {
    server = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (request, response) => {
      asked.push(`${request.headers.host} ${request.url}`)
      if (request.url === '/moved') return response.writeHead(302, { location: 'https://127.0.0.1/admin' }).end()
      if (request.url === '/large') return response.end(Buffer.alloc(1_001))
      if (request.url === '/silent') return response.write('x')
      return response.end('the bytes')
    })
    port = await listenLocally(server)
  })
  afterAll(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })

  /** The test's own internet: one name, and a loopback address that counts as public. */
  function policy(addresses: readonly string[] = [LOOPBACK]): OutboundPolicy {
    return {
      resolve: async () => addresses,
      isAllowed: (address) => address === LOOPBACK,
      certificateAuthority: TEST_CERTIFICATE,
    }
  }
  const at = (path: string): string => `https://${TEST_HOST}:${port}${path}`

  test('the bytes of an allowed host are fetched, under the name that was given', async () => {
    expect((await fetchBytes(at('/logo?size=1'), LIMITS, policy())).toString()).toBe('the bytes')
    expect(asked).toContain(`${TEST_HOST}:${port} /logo?size=1`)
  })

  test('CVE-2020-10770: one forbidden address of a name refuses it', async () => {
    const before = asked.length
    await expect(fetchBytes(at('/'), LIMITS, policy([LOOPBACK, '10.0.0.1']))).rejects.toThrow(
      'not on the public internet',
    )
    expect(asked).toHaveLength(before)
  })

  test('CVE-2026-1180: a name is resolved once, so a second DNS answer changes nothing', async () => {
    let questions = 0
    const rebinding: OutboundPolicy = {
      ...policy(),
      resolve: async () => {
        questions += 1
        return questions === 1 ? [LOOPBACK] : ['169.254.169.254']
      },
    }
    expect((await fetchBytes(at('/'), LIMITS, rebinding)).toString()).toBe('the bytes')
    expect(questions).toBe(1)
  })

  test.each([
    ['a redirect', '/moved', 'did not answer with status 200'],
    ['too many bytes', '/large', 'is too large'],
    ['an answer that never ends', '/silent', 'did not answer in time'],
  ])('CVE-2026-4874: %s is not followed to its end', async (_case, path, message) => {
    await expect(fetchBytes(at(path), { ...LIMITS, timeoutMs: 500 }, policy())).rejects.toThrow(message)
    expect(asked).not.toContain('127.0.0.1 /admin')
  })

  test('in development http on this machine is fetched, and nothing else in clear', async () => {
    const inClear = createServerInClear((_request, response) => response.end('local'))
    const ownPort = await listenLocally(inClear)
    const url = `http://${LOOPBACK}:${ownPort}/`
    const development: OutboundPolicy = { ...PUBLIC_INTERNET, allowsLoopback: true }
    expect((await fetchBytes(url, LIMITS, development)).toString()).toBe('local')
    await expect(fetchBytes(url, LIMITS, PUBLIC_INTERNET)).rejects.toThrow('is not an https address')
    for (const other of ['http://app.example/', 'http://10.0.0.1/', 'http://localhost.evil.example/']) {
      await expect(fetchBytes(other, LIMITS, development)).rejects.toThrow('is not an https address')
    }
    await expect(fetchBytes(`https://${LOOPBACK}:${ownPort}/`, LIMITS, development)).rejects.toThrow('public internet')
    await new Promise((resolve) => inClear.close(resolve))
    // A receiver that is down has nothing to do with TLS.
    await expect(fetchBytes(url, LIMITS, development)).rejects.toMatchObject({
      message: 'cannot be reached',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test('a server that changes to another protocol has not answered', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'
    const switching = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (socket) => {
      socket.once('data', () => socket.write(answer))
    })
    const url = `https://${TEST_HOST}:${await listenLocally(switching)}/`
    await expect(fetchBytes(url, LIMITS, policy())).rejects.toThrow('closed without an answer')
    await new Promise((resolve) => switching.close(resolve))
  })

  test('a certificate that is not trusted, or not for the name, is refused', async () => {
    const { certificateAuthority: _, ...untrusting } = policy()
    await expect(fetchBytes(at('/'), LIMITS, untrusting)).rejects.toMatchObject({
      message: 'cannot be reached',
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    await expect(fetchBytes(`https://other.test:${port}/`, LIMITS, policy())).rejects.toMatchObject({
      message: 'cannot be reached',
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    })
  })

  test('a message is sent with the same care, in clear only to a named local address', async () => {
    const message = { contentType: 'application/secevent+jwt', body: 'a.b.ç', timeoutMs: 2_000 }
    await sendMessage(at('/told'), message, policy())
    expect(asked.at(-1)).toBe(`${TEST_HOST}:${port} /told`)
    await expect(sendMessage(at('/moved'), message, policy())).rejects.toThrow('answered with status 302')
    await expect(sendMessage(at('/told'), message, policy(['10.0.0.1']))).rejects.toThrow('not on the public internet')

    const received: string[] = []
    const here = createServerInClear((request, response) => {
      void text(request).then((body) => received.push(`${request.headers['content-type']} ${body}`))
      response.end()
    })
    const host = `${LOOPBACK}:${await listenLocally(here)}`
    await expect(sendMessage(`http://${host}/`, message, policy())).rejects.toThrow('is not an https address')
    await sendMessage(`http://${host}/`, message, { ...policy(), allowsLoopback: true })
    await expect.poll(() => received).toEqual(['application/secevent+jwt a.b.ç'])
    for (const url of [
      'http://app.example/',
      'http://127.0.0.1.example/',
      'http://10.0.0.1/',
      'http://0x7f.1@10.0.0.1/',
    ]) {
      await expect(sendMessage(url, message, { ...policy(), allowsLoopback: true })).rejects.toThrow('is not an https')
    }
    await new Promise((resolve) => here.close(resolve))
  })

  test("a message to the operator's own network may go in clear, and follows no redirect", async () => {
    const received: string[] = []
    const inside = createServerInClear((request, response) => {
      received.push(`${request.headers.host} ${String(request.headers['webhook-id'])}`)
      response.writeHead(request.url === '/moved' ? 307 : 202, { location: '/taken' }).end()
    })
    const host = `siem.internal:${await listenLocally(inside)}`
    const message = {
      contentType: 'application/json',
      body: '{}',
      headers: { 'webhook-id': 'an id' },
      timeoutMs: 2_000,
    }
    const network: OutboundPolicy = { ...OPERATORS_NETWORK, resolve: async () => [LOOPBACK] }
    expect(await sendMessage(`http://${host}/`, message, network)).toBe(202)
    await expect(sendMessage(`http://${host}/moved`, message, network)).rejects.toThrow('answered with status 307')
    expect(received).toEqual([`${host} an id`, `${host} an id`])
    await new Promise((resolve) => inside.close(resolve))
    expect(await OPERATORS_NETWORK.resolve('localhost', AbortSignal.timeout(2_000))).toContain(
      (await lookup('localhost')).address,
    )
  })

  test('a resolver that hangs does not hang us', async () => {
    const hanging: OutboundPolicy = { ...policy(), resolve: () => new Promise(() => undefined) }
    await expect(fetchBytes(at('/'), { ...LIMITS, timeoutMs: 50 }, hanging)).rejects.toThrow('did not answer in time')
  })

  test.each([
    ['http://app.example/logo.png', 'is not an https address'],
    ['file:///etc/passwd', 'is not an https address'],
    ['not an address', 'is not an https address'],
    ['https://user:password@app.example/', 'carries user information'],
    ['https://127.0.0.1/', 'is not on the public internet'],
    ['https://2130706433/', 'is not on the public internet'],
    ['https://0x7f.1/', 'is not on the public internet'],
    ['https://[::1]/', 'is not on the public internet'],
    ['https://[::ffff:10.0.0.1]/', 'is not on the public internet'],
    ['https://169.254.169.254/latest/meta-data/', 'is not on the public internet'],
    ['https://localhost/', 'is not on the public internet'],
  ])('CVE-2020-10770: %s is refused: it %s', async (url, message) => {
    const internet = { ...PUBLIC_INTERNET, resolve: async () => [LOOPBACK] }
    await expect(fetchBytes(url, LIMITS, internet)).rejects.toThrow(message)
  })
})

const TYPE_A = 1
const NO_ERROR = 0x8180
const HEADER_BYTES = 12
const ADDRESS = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]

describe('untrusted name:', () => {
  let nameServer: Socket
  let names: string

  beforeEach(async () => {
    nameServer = createSocket('udp4').bind(0, '127.0.0.1')
    await once(nameServer, 'listening')
    names = `127.0.0.1:${nameServer.address().port}`
  })
  afterEach(() => nameServer.close())

  /** Answers one record type with one address, the other with an empty answer (RFC 1035 §4). */
  function answerAddresses(): void {
    nameServer.on('message', (question, { port, address }) => {
      const end = question.indexOf(0, HEADER_BYTES) + 5
      const isAnswered = question.readUInt16BE(end - 4) === TYPE_A
      const reply = Buffer.concat([question.subarray(0, end), Buffer.from(isAnswered ? ADDRESS : [])])
      reply.writeUInt16BE(NO_ERROR, 2)
      reply.writeUInt16BE(isAnswered ? 1 : 0, 6)
      reply.writeUInt32BE(0, 8)
      nameServer.send(reply, port, address)
    })
  }

  test('returns the addresses of a name that has only IPv4', async () => {
    answerAddresses()
    expect(await resolveBy([names])('app.example', new AbortController().signal)).toEqual(['192.0.2.7'])
  })

  test('a silent name server blocks no other lookup, and is cancelled', async () => {
    const ending = new AbortController()
    let ended = 0
    const attempts = Array.from({ length: 20 }, async (_, index) => {
      const outcome = await resolveBy([names])(`${index}.example`, ending.signal).catch((error: unknown) => error)
      ended += 1
      return outcome
    })
    await once(nameServer, 'message')
    await lookup('localhost')
    expect(ended).toBe(0)
    ending.abort()
    for (const outcome of await Promise.all(attempts)) expect(outcome).toMatchObject({ code: 'ECANCELLED' })
  })
})

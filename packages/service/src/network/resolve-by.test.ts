import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveBy } from './outbound-fetch.ts'

const TYPE_A = 1
const NO_ERROR = 0x8180
const HEADER_BYTES = 12
const ADDRESS = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]

let server: Socket
let names: string

beforeEach(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  names = `127.0.0.1:${server.address().port}`
})
afterEach(() => server.close())

/** Answers one record type with one address, the other with an empty answer (RFC 1035 §4). */
function answer(): void {
  server.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, HEADER_BYTES) + 5
    const isAnswered = question.readUInt16BE(end - 4) === TYPE_A
    const reply = Buffer.concat([question.subarray(0, end), Buffer.from(isAnswered ? ADDRESS : [])])
    reply.writeUInt16BE(NO_ERROR, 2)
    reply.writeUInt16BE(isAnswered ? 1 : 0, 6)
    reply.writeUInt32BE(0, 8)
    server.send(reply, port, address)
  })
}

test('a name with addresses of one kind only has those', async () => {
  answer()
  expect(await resolveBy([names])('app.example', new AbortController().signal)).toEqual(['192.0.2.7'])
})

test('name servers that are silent hold nobody else up, and are given up with the request', async () => {
  const ending = new AbortController()
  let ended = 0
  const attempts = Array.from({ length: 20 }, async (_, index) => {
    const outcome = await resolveBy([names])(`${index}.example`, ending.signal).catch((error: unknown) => error)
    ended += 1
    return outcome
  })
  await once(server, 'message')
  await lookup('localhost')
  expect(ended).toBe(0)
  ending.abort()
  for (const outcome of await Promise.all(attempts)) expect(outcome).toMatchObject({ code: 'ECANCELLED' })
})

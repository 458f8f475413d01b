import { deflateSync } from 'node:zlib'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createStatusLists } from './status-list.ts'

const ISSUER = 'https://uni.example'
const URI = `${ISSUER}/lists/1`
const NOW = new Date('2026-11-29T12:00:00Z')
const IAT = NOW.getTime() / 1000
/** Token Status List §4.1 and §4.2, the examples. */
const ONE_BIT = { bits: 1, lst: 'eNrbuRgAAhcBXQ' }
const TWO_BITS = { bits: 2, lst: 'eNo76fITAAPfAgc' }

const { privateKey, publicKey } = await generateKeyPair('ES256')
const sign = (claims: Readonly<Record<string, unknown>>, typ = 'statuslist+jwt', key = privateKey) =>
  new SignJWT({ sub: URI, iat: IAT, status_list: ONE_BIT, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ })
    .sign(key)

/** The issuer's lists, all with this token; counts how often it is asked. */
function lists(token: string | Promise<string>, origins: readonly string[] = []) {
  const asked: string[] = []
  const read = createStatusLists({
    issuer: ISSUER,
    origins,
    getKey: async () => publicKey,
    load: async (uri) => {
      asked.push(uri)
      return token
    },
  })
  const at = (idx: unknown, { uri = URI, now = NOW } = {}) => read({ status_list: { idx, uri } }, now)
  return { asked, read, at }
}

const wordsOf = (statuses: readonly number[]) =>
  statuses.map((each) => ['valid', 'revoked', 'suspended'][each] ?? 'other')

test.each([
  ['one bit', ONE_BIT, [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]],
  ['two bits', TWO_BITS, [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]],
  ['four bits', { bits: 4, lst: deflateSync(Buffer.from([0x21, 0x3f])).toString('base64url') }, [1, 2, 15, 3]],
  ['a byte', { bits: 8, lst: deflateSync(Buffer.from([0, 1, 2, 255])).toString('base64url') }, [0, 1, 2, 255]],
])('status list: statuses of %s are read from the least significant bit up', async (_case, status_list, statuses) => {
  const { at } = lists(await sign({ status_list }))
  const read = await Promise.all(statuses.map((_status, idx) => at(idx)))
  expect(read.map(({ status }) => status)).toEqual(wordsOf(statuses))
  expect(read[0]?.asOf).toBe(IAT)
})

const bomb = deflateSync(Buffer.alloc(50_000_000), { level: 9 }).toString('base64url')
const stranger = (await generateKeyPair('ES256')).privateKey

test.each<[string, () => Promise<string> | string]>([
  ['is of another address', () => sign({ sub: `${ISSUER}/lists/2` })],
  ['is another kind of JWT', () => sign({}, 'JWT')],
  ['is signed by another key', () => sign({}, 'statuslist+jwt', stranger)],
  ['is over', () => sign({ exp: IAT - 60 })],
  ['does not say when it was made', () => sign({ iat: undefined })],
  ['has statuses of three bits', () => sign({ status_list: { ...ONE_BIT, bits: 3 } })],
  ['is not compressed', () => sign({ status_list: { bits: 1, lst: 'uaM' } })],
  ['becomes fifty megabytes', () => sign({ status_list: { bits: 1, lst: bomb } })],
  ['is no token', () => 'not found'],
])('status list: none is read where the token %s', async (_case, make) => {
  await expect(lists(await make()).at(0)).rejects.toThrow(Error)
})

test.each<[string, unknown]>([
  ['behind the end', { status_list: { idx: 16, uri: URI } }],
  ['negative', { status_list: { idx: -1, uri: URI } }],
  ['a text', { status_list: { idx: '0', uri: URI } }],
  ['of another mechanism', { status_assertion: {} }],
])('status list: an index %s has no status', async (_case, claim) => {
  await expect(lists(await sign({})).read(claim, NOW)).rejects.toThrow(Error)
})

test.each([
  ['another host', 'https://elsewhere.example/lists/1'],
  ['another port', 'https://uni.example:8443/lists/1'],
  ['plain http', 'http://uni.example/lists/1'],
  ['a password', 'https://ada:x@uni.example/lists/1'],
  ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
])('status list: an address with %s is never asked', async (_case, uri) => {
  const { at, asked } = lists(await sign({ sub: uri }))
  await expect(at(0, { uri })).rejects.toThrow('strange address')
  expect(asked).toEqual([])
})

test('status list: another origin is asked where the app has named it', async () => {
  const uri = 'https://status.example/1'
  expect((await lists(await sign({ sub: uri }), ['https://status.example']).at(0, { uri })).status).toBe('revoked')
})

test('status list: it is asked for once, until its ttl or its end', async () => {
  const later = (seconds: number) => ({ now: new Date(NOW.getTime() + seconds * 1000) })
  const { at, asked } = lists(await sign({ ttl: 60, exp: IAT + 100 }))
  await Promise.all([at(0), at(1)])
  await at(2, later(59))
  expect(asked).toHaveLength(1)
  await at(2, later(61))
  expect(asked).toHaveLength(2)
  // The second copy ends with the token, before its ttl.
  await at(2, later(99))
  await expect(at(2, later(106))).rejects.toThrow('exp')
  expect(asked).toHaveLength(3)
})

test('status list: a failure is not remembered', async () => {
  const answers = [Promise.reject(new Error('away')), sign({})]
  const read = createStatusLists({
    issuer: ISSUER,
    getKey: async () => publicKey,
    load: async () => answers.shift() ?? '',
  })
  const claim = { status_list: { idx: 0, uri: URI } }
  await expect(read(claim, NOW)).rejects.toThrow('away')
  expect((await read(claim, NOW)).status).toBe('revoked')
})

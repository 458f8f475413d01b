import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAppKey } from '@countersign/data-token/testing'
import { afterAll, expect, test } from 'vitest'
import { type ClaimsKeyStore, keepClaimsKey } from './keep-claims-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-claims-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

function newFolder(name: string): string {
  mkdirSync(join(folder, name))
  return join(folder, name)
}

/** A store as an app writes one over its database. */
function memoryStore(): ClaimsKeyStore & { readonly kept: () => string | undefined } {
  let kept: string | undefined
  return {
    kept: () => kept,
    read: async () => kept,
    create: async (privateJwk) => void (kept ??= privateJwk),
  }
}

test('claims key: made once, in a file that only its user can read, public half beside it', async () => {
  const own = newFolder('file')
  const path = join(own, 'claims-key.json')
  const made = await keepClaimsKey(path)
  expect(made.publicJwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.stringMatching(/^[\w-]{43}$/),
    y: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...made.publicJwk, d: expect.any(String) })
  expect(JSON.parse(readFileSync(join(own, 'claims-key.public.json'), 'utf8'))).toEqual(made.publicJwk)
  rmSync(join(own, 'claims-key.public.json'))
  expect(await keepClaimsKey(path)).toEqual(made)
  expect(readdirSync(own)).toHaveLength(2)
})

test.each([
  ['a file', () => join(newFolder('race'), 'key')],
  ['a store', memoryStore],
])('claims key: servers that start at once share the key kept in %s', async (_case, make) => {
  const keptIn = make()
  const keys = await Promise.all(Array.from({ length: 8 }, () => keepClaimsKey(keptIn)))
  expect(new Set(keys.map(({ privateJwk }) => privateJwk)).size).toBe(1)
})

test('claims key: the newest is the one to register', async () => {
  const [next, old] = [await newAppKey('X25519'), await newAppKey()]
  const store = memoryStore()
  await store.create(JSON.stringify({ keys: [next.privateJwk, old.privateJwk] }))
  expect(await keepClaimsKey(store)).toEqual({ privateJwk: store.kept(), publicJwk: next.publicJwk })
})

test.each(['', 'no key', '{"keys":[]}', '{"kty":"EC","crv":"P-256","x":"x","y":"y","d":"secret"}'])(
  'a kept text that is no key, %j, is refused without being quoted, and not replaced',
  async (content) => {
    const path = join(folder, 'broken.json')
    writeFileSync(path, content)
    const refusal = keepClaimsKey(path)
    await expect(refusal).rejects.toThrow(TypeError)
    await expect(refusal).rejects.not.toThrow(/secret|no key"/)
    expect(readFileSync(path, 'utf8')).toBe(content)
  },
)

test('claims key: a missing file name is refused', async () => {
  await expect(keepClaimsKey(process.env['NO_SUCH_SETTING'])).rejects.toThrow('no file')
})

test('claims key: a missing folder and a failing store are reported', async () => {
  await expect(keepClaimsKey(join(folder, 'nowhere', 'key.json'))).rejects.toThrow('ENOENT')
  const broken = { read: async () => Promise.reject(new Error('away')), create: async () => undefined }
  await expect(keepClaimsKey(broken)).rejects.toThrow('away')
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openActivityEntry } from '../activity-entry.ts'
import { openHead } from '../head.ts'
import { openItem } from '../item.ts'
import { deriveVaultKeys } from '../keys.ts'
import { ACTIVITY_ENTRY, SEALED_ITEM, UNLOCK_RECORD, VAULT_HEAD } from '../records.ts'
import { unlockAccountKey } from '../unlock-record.ts'
import { computeVectors } from './compute-vectors.ts'
import { UNLOCK_METHODS } from './inputs.ts'
import { decrypt, derive, encodeList, encrypt, hashList, hashText, padJson, unb64, unhex } from './noble-reference.ts'

type Vectors = Awaited<ReturnType<typeof computeVectors>>

function readVectors<Name extends keyof Vectors>(name: Name): Vectors[Name] {
  return JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'))
}

test('the package computes the committed vectors', async () => {
  for (const [name, vectors] of Object.entries(await computeVectors())) {
    expect(vectors).toEqual(readVectors(name as keyof Vectors))
  }
})

test('the package opens the committed records', async () => {
  const { record, plain, vault_id } = readVectors('item')
  const { record: head, body } = readVectors('head')
  const accountKeys = readVectors('unlock').map(({ record: unlock }, index) =>
    unlockAccountKey(UNLOCK_RECORD.read(unlock), UNLOCK_METHODS[index]!.method),
  )
  for (const accountKey of await Promise.all(accountKeys)) {
    const keys = await deriveVaultKeys(accountKey)
    expect(await openItem(SEALED_ITEM.read(record), { vaultId: vault_id, key: keys.items })).toEqual(plain)
    expect(await openHead(VAULT_HEAD.read(head), { vaultId: vault_id, key: keys.head })).toEqual(body)
    const log = readVectors('activity').entries
    for (const { record: entry, event } of log) {
      const opened = openActivityEntry(ACTIVITY_ENTRY.read(entry), { vaultId: vault_id, key: keys.activity })
      expect(await opened).toEqual(event)
    }
  }
})

describe('a second implementation computes the committed', () => {
  const keys = readVectors('keys')

  test('list encodings', () => {
    const vectors = readVectors('lp')
    const encoded = vectors.map(({ parts }) =>
      encodeList(...parts.map((part) => (typeof part === 'object' ? unhex(part.hex) : part))).toString('hex'),
    )
    expect(encoded).toEqual(vectors.map(({ hex }) => hex))
    expect(new Set(encoded).size).toBe(vectors.length)
  })

  test('paddings', () => {
    const lengths = readVectors('padding').map(({ length, padded_length }) => [length, padded_length])
    expect(lengths).toEqual(
      expect.arrayContaining([
        [0, 256],
        [254, 256],
        [255, 256],
        [256, 512],
        [4095, 4096],
        [4096, 8192],
      ]),
    )
  })

  test('PRF input and sub-keys of the account key', () => {
    expect(keys.prf_input).toBe(hashText('countersign/v1/prf'))
    expect(keys.head_key).toBe(derive(unhex(keys.account_key), { info: encodeList('countersign/v1/ak/head') }))
    expect(keys.items_key).toBe(derive(unhex(keys.account_key), { info: encodeList('countersign/v1/ak/items') }))
    expect(keys.activity_key).toBe(derive(unhex(keys.account_key), { info: encodeList('countersign/v1/ak/activity') }))
  })

  test.each(readVectors('unlock'))('$record.type unlock record', ({ root, context, kek, record, hash }) => {
    const { v, s, id, type, vault_id, ak_gen, bind, salt, com, n, ct } = record
    const ctx = encodeList('countersign/v1/unlock', s, unb64(vault_id), id, type, ak_gen, bind)
    expect(context).toBe(ctx.toString('hex'))
    expect(kek).toBe(derive(unhex(root), { salt, info: encodeList('countersign/v1/kek', ctx) }))
    expect(unb64(com).toString('hex')).toBe(
      derive(unhex(root), { salt, info: encodeList('countersign/v1/kek-commit', ctx) }),
    )
    const aad = encodeList('countersign/v1/wrap', ctx, unb64(salt))
    expect(encrypt(kek, n, { aad, plaintext: keys.account_key })).toBe(ct)
    const fields = [v, s, id, type, unb64(vault_id), ak_gen, bind, unb64(salt), unb64(com), unb64(n), unb64(ct)]
    expect(hash).toBe(hashList('countersign/v1/rec/unlock', unb64(vault_id), ...fields))
  })

  test('sealed item', () => {
    const { vault_id, plain, plaintext, record, hash } = readVectors('item')
    const { v, s, id, rev, ak_gen, wk, n, ct } = record
    const { kind, name, value, meta } = plain
    expect(plaintext).toBe(padJson({ sv: 1, kind, name, value, meta }))
    const vaultId = unb64(vault_id)
    const contentKey = decrypt(keys.items_key, wk, encodeList('countersign/v1/cek', s, vaultId, id, rev, ak_gen))
    const aad = encodeList('countersign/v1/item', s, vaultId, id, rev)
    expect(encrypt(contentKey, n, { aad, plaintext })).toBe(ct)
    const fields = [v, s, id, rev, ak_gen, unb64(wk.n), unb64(wk.ct), unb64(n), unb64(ct)]
    expect(hash).toBe(hashList('countersign/v1/rec/item', vaultId, ...fields))
  })

  test('head', () => {
    const { vault_id, body, plaintext, record, hash, etag } = readVectors('head')
    const { v, s, gen, ak_gen, n, ct } = record
    const vaultId = unb64(vault_id)
    expect(plaintext).toBe(padJson({ sv: 3, ...body }))
    const aad = encodeList('countersign/v1/head', s, vaultId, gen, ak_gen)
    expect(encrypt(keys.head_key, n, { aad, plaintext })).toBe(ct)
    expect(hash).toBe(hashList('countersign/v1/rec/head', vaultId, v, s, gen, ak_gen, unb64(n), unb64(ct)))
    expect(etag).toBe(`"${gen}-${hash.slice(0, 22)}"`)
  })

  test('digests in a head', () => {
    const { vault_id, listed, body } = readVectors('head')
    expect(body.items).toEqual({ count: 2, h: hashItemList(vault_id, listed) })
    let past = hashList('countersign/v1/past/start', unb64(vault_id), 1)
    for (const hash of body.anc.toReversed()) past = hashList('countersign/v1/past', unb64(past), unb64(hash))
    expect(body.past).toEqual({ from: 1, h: past })
  })

  test('activity', () => {
    const { vault_id, entries, chain } = readVectors('activity')
    const vaultId = unb64(vault_id)
    let last = ''
    for (const { event, plaintext, record, hash } of entries) {
      const { v, s, seq, ak_gen, prev, n, ct } = record
      expect(prev).toBe(last)
      const { type, at, device, ...rest } = event
      expect(plaintext).toBe(padJson({ sv: 1, type, at, device, ...rest }))
      const aad = encodeList('countersign/v1/activity', s, vaultId, seq, ak_gen, unb64(prev))
      expect(encrypt(keys.activity_key, n, { aad, plaintext })).toBe(ct)
      last = hashList('countersign/v1/rec/activity', vaultId, v, s, seq, ak_gen, unb64(prev), unb64(n), unb64(ct))
      expect(hash).toBe(last)
    }
    expect(chain).toEqual({ from: 1, seq: entries.length, h: last, past: [] })
  })

  test('recovery key', () => {
    const { key, text, rec_id, rec_auth, root } = readVectors('recovery')
    const [id, auth] = ['id', 'auth'].map((use) => encodeList(`countersign/v1/recovery/${use}`))
    expect(rec_id).toBe(derive(unhex(key), { info: id!, length: 16 }))
    expect(rec_auth).toBe(derive(unhex(key), { info: auth! }))
    expect(root).toBe(derive(unhex(key), { info: encodeList('countersign/v1/recovery/root') }))
    const checksum = unb64(hashList('countersign/v1/recovery/checksum', unhex(key)))
      .toString('hex')
      .slice(0, 5)
    expect(text.replaceAll('-', '')).toBe(crockford(BigInt(`0x${key}`), 32) + crockford(BigInt(`0x${checksum}`), 4))
  })

  test('passwords and login names', () => {
    const { passwords, logins } = readVectors('text')
    const hex = (typed: string) => Buffer.from(typed).toString('hex')
    expect(passwords.map(({ utf8 }) => utf8)).toEqual(passwords.map(({ typed }) => hex(typed.normalize('NFC'))))
    const expected = ['ann@example.org', 'ann', 'strasse', 'strasse', 'οδυσσευς', 'i\u0307stanbul', 'z\u00fcrich']
    expect(logins.map(({ utf8 }) => utf8)).toEqual(expected.map(hex))
  })
})

function hashItemList(vaultId: string, list: object): string {
  const entries: [string, { rev: number; h: string }][] = Object.entries(list)
  const parts = entries
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([id, { rev, h }]) => [id, rev, unb64(h)])
  return hashList('countersign/v1/item-list', unb64(vaultId), ...parts)
}

function crockford(value: bigint, length: number): string {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const digit = digits.charAt(Number(value % 32n))
  return length === 1 ? digit : crockford(value / 32n, length - 1) + digit
}

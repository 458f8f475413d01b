import { readdirSync, readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import type { Bytes, Head, PlainItem, RecoveryKey, SealedItem, UnlockRecord } from './index.ts'
import type { AccountKey, AccountKeyBytes, ContentKey, HeadKey, ItemsKey, KeyEncryptionKey, RootKey } from './keys.ts'

test('plain, sealed and wrapped data are types of their own', () => {
  expectTypeOf<PlainItem>().not.toExtend<SealedItem>()
  expectTypeOf<SealedItem>().not.toExtend<PlainItem>()
  expectTypeOf<SealedItem>().not.toExtend<Head>()
  expectTypeOf<UnlockRecord>().not.toExtend<SealedItem>()
  expectTypeOf<Bytes>().not.toExtend<AccountKeyBytes>()
  expectTypeOf<RecoveryKey>().not.toExtend<AccountKeyBytes>()
})

test('a key for one purpose is no key for another', () => {
  expectTypeOf<HeadKey>().not.toExtend<ItemsKey>()
  expectTypeOf<ItemsKey>().not.toExtend<ContentKey>()
  expectTypeOf<KeyEncryptionKey>().not.toExtend<HeadKey>()
  expectTypeOf<RootKey>().not.toExtend<AccountKey>()
})

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => [name, readFileSync(`${import.meta.dirname}/${name}`, 'utf8')] as const)

// A public key between a person and their own vault is a key that a server can exchange (section "Attacks", row 7).
test('the vault knows no public keys, no other imports and no network', () => {
  const forbidden = /spki|pkcs8|'jwk'|RSA|ECDH|Ed25519|X25519|fetch\(|localStorage|from '(?!\.\/)/
  expect(sources.filter(([, source]) => forbidden.test(source)).map(([name]) => name)).toEqual([])
})

test('no key of the vault is made extractable', () => {
  const calls = sources.flatMap(
    ([, source]) => source.match(/\.(importKey|deriveKey|unwrapKey)\([^)]*\)?[^)]*\)/g) ?? [],
  )
  expect(calls.length).toBeGreaterThan(6)
  expect(calls.filter((call) => /\btrue\b/.test(call))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import type {
  ActivityEntry,
  ActivityEvent,
  Bytes,
  ItemDraft,
  PlainItem,
  RecoveryKey,
  SealedItem,
  UnlockRecord,
  UntrustedItem,
  VaultHead,
} from './index.ts'
import type {
  AccountKey,
  AccountKeyBytes,
  ActivityKey,
  ContentKey,
  HeadKey,
  ItemsKey,
  KeyEncryptionKey,
  RootKey,
} from './keys.ts'

test('plain, sealed and wrapped data have distinct types', () => {
  expectTypeOf<PlainItem>().not.toExtend<SealedItem>()
  expectTypeOf<SealedItem>().not.toExtend<PlainItem>()
  expectTypeOf<SealedItem>().not.toExtend<VaultHead>()
  expectTypeOf<UnlockRecord>().not.toExtend<SealedItem>()
  expectTypeOf<Bytes>().not.toExtend<AccountKeyBytes>()
  expectTypeOf<UntrustedItem>().not.toExtend<ItemDraft>()
  expectTypeOf<ActivityEntry>().not.toExtend<VaultHead>()
  expectTypeOf<ActivityEntry>().not.toExtend<ActivityEvent>()
  expectTypeOf<RecoveryKey>().not.toExtend<AccountKeyBytes>()
})

test('a key type for one purpose does not fit another', () => {
  expectTypeOf<HeadKey>().not.toExtend<ItemsKey>()
  expectTypeOf<ItemsKey>().not.toExtend<ContentKey>()
  expectTypeOf<ActivityKey>().not.toExtend<HeadKey>()
  expectTypeOf<KeyEncryptionKey>().not.toExtend<HeadKey>()
  expectTypeOf<RootKey>().not.toExtend<AccountKey>()
})

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => [name, readFileSync(`${import.meta.dirname}/${name}`, 'utf8')] as const)

// A server could replace a public key between users and their vault (docs/security-model.md, row 7).
test('the vault knows no public keys, no other imports and no network', () => {
  const forbidden =
    /spki|pkcs8|'jwk'|RSA|ECDH|ECDSA|Ed25519|X25519|ML-KEM|HPKE|generateKey|\.wrapKey\(|fetch\(|localStorage|from '(?!\.\/)/
  expect(sources.filter(([, source]) => forbidden.test(source)).map(([name]) => name)).toEqual([])
})

test('every key is imported from raw bytes for one symmetric algorithm', () => {
  const imports = sources.flatMap(([, source]) => source.match(/\.importKey\([^)]*/g) ?? [])
  const unwraps = sources.flatMap(([, source]) => source.match(/\.unwrapKey\([^)]*/g) ?? [])
  expect(imports.map((call) => /^\.importKey\('raw', \w+, ('HKDF'|AES_256), false/.test(call))).not.toContain(false)
  expect(unwraps.map((call) => call.startsWith(".unwrapKey('raw', "))).not.toContain(false)
  expect([imports.length, unwraps.length]).toEqual([4, 2])
})

test('no key of the vault is made extractable', () => {
  const calls = sources.flatMap(
    ([, source]) => source.match(/\.(importKey|deriveKey|unwrapKey)\([^)]*\)?[^)]*\)/g) ?? [],
  )
  expect(calls.length).toBeGreaterThan(6)
  expect(calls.filter((call) => /\btrue\b/.test(call))).toEqual([])
})

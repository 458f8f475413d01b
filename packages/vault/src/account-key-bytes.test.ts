import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toBase64url } from './base64url.ts'
import { type Bytes, randomBytes } from './bytes.ts'
import { prepareUnlockChange } from './change-unlock.ts'
import { createVault } from './create-vault.ts'
import { prepareRotation } from './rotate.ts'
import {
  AUTHOR,
  byPassword,
  EMAIL,
  OWNER,
  PASSKEY,
  PASSWORD,
  RECOVERY,
  RELEASED,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'
import { revealAccountKey } from './unlock-record.ts'

const KEY_BYTES = 32
const NO_ROOT = { ...PASSKEY, root: new Uint8Array(32) }
const NEW_RECOVERY = { ...RECOVERY, root: new Uint8Array(32).fill(8) }

type Seen = { readonly made: string; readonly now: Uint8Array }

let sample: SampleVault
let accountKey: string
let decrypted: Seen[] = []
let derived: Seen[] = []
let drawn: Seen[] = []

beforeAll(async () => {
  sample = await write(await vaultWith(EMAIL), { activity: [RELEASED] })
  accountKey = toBase64url(await revealAccountKey(sample.snapshot.unlock[0]!, PASSWORD))
})

beforeEach(() => {
  ;[decrypted, derived, drawn] = [[], [], []]
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...input) => watch(decrypted, await decrypt(...input)))
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...input) =>
    watch(derived, await deriveBits(...input)),
  )
})

afterEach(() => {
  vi.restoreAllMocks()
})

function watch(seen: Seen[], bytes: ArrayBuffer): ArrayBuffer {
  seen.push({ made: toBase64url(new Uint8Array(bytes).slice()), now: new Uint8Array(bytes) })
  return bytes
}

function watchedRandom(length: number): Bytes {
  const bytes = randomBytes(length)
  drawn.push({ made: toBase64url(bytes.slice()), now: bytes })
  return bytes
}

const isWiped = ({ now }: Seen) => now.every((byte) => byte === 0)
const changeMethods = (add: readonly (typeof PASSKEY)[]) =>
  prepareUnlockChange(sample.vault, { add, remove: [], using: byPassword(sample.snapshot), ...AUTHOR })
const rotate = (methods: readonly (typeof PASSWORD | typeof NEW_RECOVERY | typeof PASSKEY)[]) =>
  prepareRotation(sample.vault, { methods, using: byPassword(sample.snapshot), ...AUTHOR }, watchedRandom)

test.each<[string, () => Promise<unknown>]>([
  ['a change of methods', () => changeMethods([PASSKEY])],
  ['a change of methods that fails', () => changeMethods([NO_ROOT])],
  ['a rotation', () => rotate([PASSWORD, NEW_RECOVERY])],
  ['a rotation that fails', () => rotate([PASSWORD, NEW_RECOVERY, NO_ROOT])],
])('%s reveals the account key and wipes it', async (_, work) => {
  await work().catch(() => undefined)
  const revealed = decrypted.filter(({ made }) => made === accountKey)
  expect(revealed.map(isWiped)).toEqual([true])
})

test('a rotation draws its account key, wraps that one, and wipes it', async () => {
  const prepared = [await rotate([PASSWORD, NEW_RECOVERY]), await rotate([PASSWORD, NEW_RECOVERY])]
  const keys = await Promise.all(
    prepared.map(async ({ rotation }) => toBase64url(await revealAccountKey(rotation.unlock[0]!, PASSWORD))),
  )
  expect(new Set([accountKey, ...keys]).size).toBe(3)
  for (const key of keys) expect(drawn.filter(({ made }) => made === key).map(isWiped)).toEqual([true])
})

test('a rotation wipes the activity key that it hands down', async () => {
  const { next } = await rotate([PASSWORD, NEW_RECOVERY])
  const [past] = next.internal.body.activity.past
  expect(derived.filter(({ made }) => made === past?.key).map(isWiped)).toEqual([true])
})

test('a rotation that fails wipes the account key that it drew', async () => {
  await expect(rotate([PASSWORD, NEW_RECOVERY, NO_ROOT])).rejects.toMatchObject({ code: 'malformed' })
  expect(drawn.filter(({ now }) => now.length === KEY_BYTES).some(isWiped)).toBe(true)
})

test.each([
  ['', [PASSWORD, RECOVERY]],
  [' that fails', [PASSWORD, RECOVERY, NO_ROOT]],
])('a sign-up%s draws an account key and wipes it', async (_, methods) => {
  const made = await createVault({ userId: OWNER, methods, ...AUTHOR }, watchedRandom).catch(() => undefined)
  const first = drawn.find(({ now }) => now.length === KEY_BYTES)!
  expect(isWiped(first)).toBe(true)
  if (!made) return
  const [record] = made.snapshot.unlock
  expect(toBase64url(await revealAccountKey(record!, PASSWORD))).toBe(first.made)
})

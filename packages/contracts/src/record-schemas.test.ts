import {
  ACTIVITY_ENTRY,
  LIMITS,
  UNLOCK_RECORD,
  UNLOCK_TYPES,
  VAULT_COMMIT,
  VAULT_HEAD,
  VAULT_ROTATION,
  VAULT_SNAPSHOT,
  type ValueForm,
} from '@countersign/vault/forms'
import * as fc from 'fast-check'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { schemaOf } from './record-schemas.ts'

const PADDED_BYTES = [256, 512, 1024, 2048, 4096, LIMITS.itemBytes]
const TAG_BYTES = 16
const SOMETHING_ELSE = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined), fc.string({ maxLength: 30 }))

/** Values of a form; with `damage`, a field in so many is something else. */
function valuesOf(form: ValueForm, damage: number): fc.Arbitrary<unknown> {
  const right = rightValuesOf(form, damage)
  return damage === 0 ? right : fc.oneof({ weight: damage, arbitrary: right }, { weight: 1, arbitrary: SOMETHING_ELSE })
}

function rightValuesOf(form: ValueForm, damage: number): fc.Arbitrary<unknown> {
  switch (form.kind) {
    case 'literal':
      return fc.constant(form.value)
    case 'count':
      return fc.constantFrom(1, 2, Number.MAX_SAFE_INTEGER)
    case 'uuid':
      return fc.uuid()
    case 'unlock_type':
      return fc.constantFrom(...UNLOCK_TYPES)
    case 'bytes':
      return fc.constantFrom(form.length, ...(form.mayBeEmpty ? [0] : [])).chain(textOf)
    case 'ciphertext':
      return fc
        .constantFrom(...PADDED_BYTES.filter((bytes) => bytes + TAG_BYTES <= form.maxBytes))
        .chain((bytes) => textOf(bytes + TAG_BYTES))
    case 'text':
      return fc.oneof(fc.constantFrom('pw1', ''), textOf(768))
    case 'list':
      return fc.array(valuesOf(form.of, damage), { maxLength: 2 })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(form.fields).map(([name, of]) => [name, valuesOf(of, damage)])),
      )
  }
}

/** The base64url of so many bytes, all alike: their content does not matter here. */
function textOf(bytes: number): fc.Arbitrary<string> {
  return fc.nat(255).map((byte) => Buffer.alloc(bytes, byte).toString('base64url'))
}

function doesRead(form: ValueForm, value: unknown): boolean {
  try {
    form.read(value, 'record')
    return true
  } catch {
    return false
  }
}

test.each([
  ['head', VAULT_HEAD],
  ['unlock record', UNLOCK_RECORD],
  ['log entry', ACTIVITY_ENTRY],
  ['snapshot', VAULT_SNAPSHOT],
  ['commit', VAULT_COMMIT],
] as const)('every %s that a device reads passes the schema of the server', (_name, form: ValueForm) => {
  const schema = schemaOf(form)
  let read = 0
  const property = fc.property(valuesOf(form, 40), (value) => {
    if (!doesRead(form, value)) return
    read += 1
    expect(Check(schema, value)).toBe(true)
  })
  fc.assert(property, { numRuns: 1_000 })
  expect(read).toBeGreaterThan(20)
})

const HASH = 'A'.repeat(43)
const HEAD = { v: 1, s: 1, gen: 2, ak_gen: 1, n: 'A'.repeat(16), ct: 'A'.repeat(363) }
const ENTRY = { v: 1, s: 1, seq: 2, ak_gen: 1, prev: HASH, n: 'A'.repeat(16), ct: 'A'.repeat(363) }
const RECORD = {
  v: 1,
  s: 1,
  id: '00000000-0000-4000-8000-000000000001',
  type: 'prf',
  vault_id: 'A'.repeat(22),
  ak_gen: 1,
  bind: 'A'.repeat(1024),
  salt: HASH,
  com: HASH,
  n: 'A'.repeat(16),
  ct: 'A'.repeat(64),
}
const charactersOf = (plaintextBytes: number) => Math.ceil(((plaintextBytes + TAG_BYTES) * 4) / 3)

test.each<[string, ValueForm, object, boolean]>([
  ['a head', VAULT_HEAD, HEAD, true],
  ['a head of the last generation', VAULT_HEAD, { ...HEAD, gen: Number.MAX_SAFE_INTEGER }, true],
  ['the largest head', VAULT_HEAD, { ...HEAD, ct: 'A'.repeat(charactersOf(LIMITS.headBytes)) }, true],
  ['too large a head', VAULT_HEAD, { ...HEAD, ct: 'A'.repeat(charactersOf(LIMITS.headBytes + 4096)) }, false],
  ['a head beyond the last generation', VAULT_HEAD, { ...HEAD, gen: Number.MAX_SAFE_INTEGER + 1 }, false],
  ['a head of no generation', VAULT_HEAD, { ...HEAD, gen: 0 }, false],
  ['a head in another layout', VAULT_HEAD, { ...HEAD, v: 2 }, false],
  ['a head of another suite', VAULT_HEAD, { ...HEAD, s: 2 }, false],
  ['a head with a field more', VAULT_HEAD, { ...HEAD, more: 1 }, false],
  ['a head with too long a nonce', VAULT_HEAD, { ...HEAD, n: 'A'.repeat(18) }, false],
  ['a head that is not base64url', VAULT_HEAD, { ...HEAD, n: `${'A'.repeat(15)}+` }, false],
  ['a log entry', ACTIVITY_ENTRY, ENTRY, true],
  ['the first log entry', ACTIVITY_ENTRY, { ...ENTRY, seq: 1, prev: '' }, true],
  ['too large a log entry', ACTIVITY_ENTRY, { ...ENTRY, ct: 'A'.repeat(charactersOf(8192)) }, false],
  ['an unlock record', UNLOCK_RECORD, RECORD, true],
  ['an unlock record with too long a binding', UNLOCK_RECORD, { ...RECORD, bind: 'A'.repeat(1026) }, false],
  ['an unlock record of another type', UNLOCK_RECORD, { ...RECORD, type: 'pin' }, false],
  ['an unlock record without a commitment', UNLOCK_RECORD, { ...RECORD, com: undefined }, false],
  ['too many deletions', VAULT_COMMIT, { head: HEAD, put: [], delete: idsOf(LIMITS.items + 1), activity: [] }, false],
  ['a full commit', VAULT_COMMIT, { head: HEAD, put: [], delete: idsOf(LIMITS.items), activity: [] }, true],
  ['a rotation without its log', VAULT_ROTATION, { head: HEAD, items: [], unlock: [] }, false],
])('%s is judged alike by the reader of a device and by the schema of the server', (_name, form, value, isAccepted) => {
  expect([doesRead(form, value), Check(schemaOf(form), value)]).toEqual([isAccepted, isAccepted])
})

function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
}

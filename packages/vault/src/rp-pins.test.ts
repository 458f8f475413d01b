import { expect, test } from 'vitest'
import { encodeHeadBody } from './head-body.ts'
import { LIMITS } from './limits.ts'
import { type RpPin, type RpPins, setPins } from './rp-pins.ts'
import { EMAIL, open, vaultWith, write } from './testing/sample-vault.ts'

function pin(minutes: number, changes: Partial<RpPin> = {}): RpPin {
  const used = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString()
  return { name: 'A Shop for Books', host: 'books.shop.example', jkt: 'j'.repeat(43), since: used, used, ...changes }
}

const clientId = (index: number) => `30000000-0000-4000-8000-${String(index).padStart(12, '0')}`

function pinsOf(count: number, changes: Partial<RpPin> = {}): RpPins {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [clientId(index), pin(index, changes)]))
}

test('beyond a thousand apps, the least recently approved are dropped', async () => {
  const sample = await write(await vaultWith(EMAIL), { pins: pinsOf(LIMITS.pinnedApps) })
  expect(Object.keys(sample.vault.rpPins)).toHaveLength(LIMITS.pinnedApps)
  const again = await write(sample, { pins: { [clientId(0)]: pin(5000) } })
  const { snapshot } = await write(again, { pins: { new: pin(5001), another: pin(5002) } })
  const { vault } = await open(snapshot)
  expect(Object.keys(vault.rpPins)).toHaveLength(LIMITS.pinnedApps)
  const known = (id: string) => Object.hasOwn(vault.rpPins, id)
  expect(['new', 'another', ...[0, 1, 2, 3].map(clientId)].map(known)).toEqual([true, true, true, false, false, true])
})

test("a newly approved app is remembered even if the device's clock is behind", () => {
  const pins = setPins(pinsOf(LIMITS.pinnedApps), { new: pin(-1) })
  expect([Object.hasOwn(pins, 'new'), Object.hasOwn(pins, clientId(0))]).toEqual([true, false])
})

test('apps with long names are limited in bytes, so that the head has room for the rest', async () => {
  const { vault } = await vaultWith(EMAIL)
  const long = setPins({}, pinsOf(LIMITS.pinnedApps, { name: 'x'.repeat(1000) }))
  expect(Object.keys(long).length).toBeLessThan(LIMITS.pinnedApps)
  expect(Object.keys(long)).toContain(clientId(0))
  const hash = 'A'.repeat(43)
  const past = Array.from({ length: LIMITS.pastActivityKeys }, (_, index) => ({ until: 1e6 + index, key: hash }))
  const full = {
    ...vault.internal.body,
    anc: Array.from({ length: LIMITS.ancestors }, () => hash),
    unlock: Object.fromEntries(Array.from({ length: LIMITS.unlockMethods }, (_, index) => [clientId(index), hash])),
    rp_pins: long,
    activity: { ...vault.internal.body.activity, seq: 1e9, h: hash, past },
  }
  expect(encodeHeadBody(full).length).toBeLessThanOrEqual(LIMITS.headBytes)
})

test('an oversized app is refused and drops no other', () => {
  const set = { app: pin(1, { name: 'x'.repeat(LIMITS.pinnedAppBytes) }) }
  expect(() => setPins(pinsOf(3), set)).toThrow(expect.objectContaining({ code: 'too_large' }))
})

test('one app has at most 4 KiB and all apps 256 KiB', () => {
  const around = (id: string) => `${JSON.stringify(id)}:${JSON.stringify(pin(0, { name: '' }))},`.length
  const largest = (id: string) => ({ [id]: pin(0, { name: 'x'.repeat(LIMITS.pinnedAppBytes - around(id)) }) })
  const oneMore = { app: pin(0, { name: 'x'.repeat(LIMITS.pinnedAppBytes - around('app') + 1) }) }
  expect(Object.keys(setPins({}, largest('app')))).toEqual(['app'])
  expect(() => setPins({}, oneMore)).toThrow(expect.objectContaining({ code: 'too_large' }))
  const count = LIMITS.pinnedAppsBytes / LIMITS.pinnedAppBytes
  const many = Array.from({ length: count + 1 }, (_, index) => largest(clientId(index)))
  expect(Object.keys(setPins({}, Object.assign({}, ...many)))).toHaveLength(count)
})

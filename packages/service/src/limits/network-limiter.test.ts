import { expect, test } from 'vitest'
import { createNetworkLimiter } from './rate-limiter.ts'

const start = () => createNetworkLimiter({ limit: 2, windowSeconds: 60 }, () => new Date(0))

/** As many as pass, one from each address. */
function flood(addresses: readonly string[]): number {
  const limiter = start()
  const passed = addresses.filter((address) => {
    if (limiter.secondsToWait(address) !== undefined) return false
    limiter.count(address)
    return true
  })
  return passed.length
}

const times = (count: number, address: (index: number) => string) => Array.from({ length: count }, (_, i) => address(i))

test.each([
  ['one IPv4 address', 2, () => '192.0.2.1'],
  ['IPv4 addresses side by side', 100, (i: number) => `192.0.2.${i}`],
  ['one /64', 2, (i: number) => `2001:db8::${i}`],
  ['the /64s of one /56', 8, (i: number) => `2001:db8:0:${i.toString(16)}::1`],
  ['the /56s of one /48', 32, (i: number) => `2001:db8:0:${(i * 256).toString(16)}::1`],
  ['many /48s', 100, (i: number) => `2001:db8:${i.toString(16)}::1`],
])('of a hundred from %s %i pass', (_networks, passed, address) => {
  expect(flood(times(100, address))).toBe(passed)
})

test('what is counted of one thing leaves the others alone', () => {
  const limiter = start()
  for (const of of ['a', 'a', 'b']) limiter.count('192.0.2.1', of)
  expect(limiter.secondsToWait('192.0.2.1', 'a')).toBe(60)
  expect(limiter.secondsToWait('192.0.2.1', 'b')).toBeUndefined()
})

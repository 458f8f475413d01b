import { expect, test } from 'vitest'
import { addressKey, addressTiers, networkOf, readForwardedFor, widestAddressKey } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['not an address', 'unknown'],
  ['1', 'unknown'],
  ['0x7f.1', 'unknown'],
])('CVE-2026-45364: %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('an IPv6 address counts for its /64, /56 and /48, an IPv4 address for itself', () => {
  expect(addressTiers('2001:db8:1:2ff::5')).toEqual(['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'])
  expect(addressTiers('::ffff:192.0.2.7')).toEqual(['192.0.2.7'])
  expect(widestAddressKey('2001:db8:1:2ff::5')).toBe('2001:db8:1::/48')
  expect(widestAddressKey('192.0.2.7')).toBe('192.0.2.7')
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['not an address', ''],
])('%s is of the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.7:5678', '192.0.2.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['198.51.100.1:1,192.0.2.7:5678', '198.51.100.1, 192.0.2.7'],
  ['198.51.100.1, unknown', ''],
  ['_hidden, 192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:', ''],
  ['999.0.2.7:80', ''],
  ['', ''],
])('X-Forwarded-For: %s is read as %j', (header, addresses) => {
  expect(readForwardedFor(header)).toBe(addresses)
})

import { expect, test } from 'vitest'
import { isPublicAddress, isPublicHost } from './public-address.ts'

const NOT_PUBLIC =
  `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.31.255.255 192.0.0.8 192.0.2.1
  192.88.99.1 192.168.0.1 198.19.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1
  ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:a00:1::1 3fff::1
  fc00::1 fd12::1 fe80::1 fe80::1%eth0 ff02::1 5f00::1 localhost 127.1 0x7f000001 2130706433`.split(/\s+/)

test.each([...NOT_PUBLIC, ''])(
  'CVE-2020-10770, CVE-2026-1180, CVE-2026-4874: %s is not a host on the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(false)
  },
)

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
  '%s is a host on the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['app.example', true],
  ['localhost.example', true],
  ['8.8.8.8', true],
  ['[2606:4700::1111]', true],
  ['localhost', false],
  ['localhost.', false],
  ['app.localhost', false],
  ['127.0.0.1', false],
  ['[::1]', false],
])('RFC 6761 §6.3: whether %s can be a host on the public internet is known without a look-up', (host, isPublic) => {
  expect(isPublicHost(new URL(`https://${host}/`).hostname)).toBe(isPublic)
})

import { expect, test } from 'vitest'
import { describeOrigin } from './caller.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36 OPR/122.0`,
    'Opera on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/139.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iOS',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT} FxiOS/142.0 Mobile Safari/605.1.15`, 'Firefox on iPadOS'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'Another browser'],
  ['', ''],
  [undefined, ''],
])('user agent: %j is shown as %j', (header, description) => {
  expect(describeOrigin(header, '203.0.113.9')).toEqual({ userAgent: description, network: '203.0.113.0/24' })
})

test('user agent: text of the header itself is never shown', () => {
  expect(describeOrigin('<script>alert(1)</script>'.repeat(10_000), 'nowhere')).toEqual({
    userAgent: 'Another browser',
    network: '',
  })
})

test("user agent: the client's extension and the page in one browser differ", () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
  const from = (origin: string) => describeOrigin(firefox, '203.0.113.9', origin).userAgent
  expect(from('moz-extension://8e6ab9d7-6b9c-4b8e-9d5a-0f4b1f6f2a11')).toBe('Firefox extension on Linux')
  expect(from('https://id.example')).toBe('Firefox on Linux')
})

import { describe, expect, test } from 'vitest'
import { describeDevice } from './device-name.ts'

describe('the name of a device', () => {
  test.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on macOS'],
    ['something else', 'A browser'],
  ])('is one that its owner recognises: %s', (userAgent, name) => {
    expect(describeDevice(userAgent, false)).toBe(name)
  })

  test('says that it is the extension', () => {
    expect(describeDevice('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', true)).toBe(
      'Firefox extension on Linux',
    )
  })
})

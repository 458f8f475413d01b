import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_SETTINGS } from '@countersign/core'
import { describe, expect, test } from 'vitest'
import { isLed, rulesFor } from './rules.ts'

const ORIGIN = 'https://id.example'
const CLIENT = 'chrome-extension://id/client.html'

/** The actions for a document, by falling priority: as the browser finds them. */
function actionsFor(address: string, origins: readonly string[] = [ORIGIN]) {
  return rulesFor(origins, CLIENT)
    .filter(({ condition }) => new RegExp(condition.regexFilter ?? '').test(address))
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
    .map(({ action }) => action.type)
}

describe('the rules of the browser', () => {
  test.each(['/', '/consent?auth_request_id=1', '/console/app', '/grants', '/oauthx', '/healthy', '/a.js'])(
    'lead %s to the extension, where a script would not run either',
    (path) => {
      expect(actionsFor(ORIGIN + path)).toEqual(['modifyHeaders', 'redirect'])
      expect(isLed(ORIGIN + path, ORIGIN)).toBe(true)
    },
  )

  test.each(['/oauth/authorize?client_id=1', '/api/', '/health', '/.well-known/openid-configuration', '/assets/a.js'])(
    'leave %s to the component that it belongs to, without script',
    (path) => {
      expect(actionsFor(ORIGIN + path)).toEqual(['modifyHeaders', 'allow', 'redirect'])
      expect(isLed(ORIGIN + path, ORIGIN)).toBe(false)
    },
  )

  test.each([
    'https://id.example.evil.example/consent',
    'https://idxexample/consent',
    'https://evil.example/?https://id.example/consent',
    'http://id.example/consent',
  ])('say nothing of %s', (address) => {
    expect(actionsFor(address)).toEqual([])
    expect(isLed(address, ORIGIN)).toBe(false)
  })

  test('run no script at another port, where the passkeys are the same, but leave a developer their programs', () => {
    expect(actionsFor('https://id.example:8443/')).toEqual(['modifyHeaders'])
    expect(actionsFor('http://localhost:3000/', ['http://localhost:8080'])).toEqual([])
  })

  test('have a number each', () => {
    const ids = rulesFor([ORIGIN, 'https://other.example'], CLIENT).map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
  })
})

test('core accepts the origins that this manifest leads to', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'manifest.json'), 'utf8'))
  const letters = (source: string | Buffer, length: number) =>
    createHash('sha256')
      .update(source)
      .digest('hex')
      .slice(0, length)
      .replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)))
  // Chromium: half of the hash of the public key. Firefox: the whole hash of the add-on's id, in clientDataJSON only.
  const chromium = letters(Buffer.from(manifest.key, 'base64'), 32)
  const firefox = letters(manifest.browser_specific_settings.gecko.id, 64)
  expect(CORE_SETTINGS.EXTENSION_ORIGINS.default.split(',')).toEqual([
    `chrome-extension://${chromium}`,
    `moz-extension://${firefox}`,
  ])
})

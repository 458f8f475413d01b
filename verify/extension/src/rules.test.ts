import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_SETTINGS } from '@countersign/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLed, originOf } from './address.ts'
import { rulesFor } from './rules.ts'

const ORIGIN = 'https://id.example'
const CLIENT = 'chrome-extension://id/client.html'

type Action = chrome.declarativeNetRequest.RuleAction['type']

/** The rules for an address as browsers write it, by falling priority: the order in which they are found. */
function findRules(address: string, { origins = [ORIGIN], type = 'main_frame' } = {}) {
  const { href } = new URL(address)
  return rulesFor(origins, CLIENT)
    .filter(({ condition }) => condition.resourceTypes?.some((each) => each === type))
    .filter(({ condition }) => new RegExp(condition.regexFilter ?? '').test(href))
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
}

function actionsFor(address: string, where: Parameters<typeof findRules>[1] = {}): Action[] {
  return findRules(address, where).map(({ action }) => action.type)
}

/** Where a visit ends, as the browser substitutes groups. */
function targetOf(address: string): string | undefined {
  const { href } = new URL(address)
  const found = findRules(address).find(({ action }) => action.type === 'redirect' || action.type === 'allow')
  const target = found?.action.redirect?.regexSubstitution
  return (
    target &&
    href.replace(
      new RegExp(found?.condition.regexFilter ?? ''),
      target.replaceAll('\\1', () => '$1'),
    )
  )
}

const LED = ['/', '/consent?auth_request_id=1', '/console/app', '/grants', '/oauthx', '/healthy', '/a.js', '/%6fauth/x']
const LEFT = ['/oauth/authorize?client_id=1', '/api/', '/health', '/.well-known/openid-configuration', '/assets/a.js']

/** Other spellings of https://id.example (URL Standard §4.4); credentials leave the origin as it is. */
const SPELLINGS = [
  'https://id.example',
  'https://x@id.example',
  'https://@id.example',
  'https://:@id.example',
  'https://x:y@id.example',
  'https://:y@id.example',
  'https://%2F%40%3a@id.example',
  'https://evil.example%2F@id.example',
  'https://a@b@id.example',
  'https://id.example:443',
  'https://x@id.example:0443',
  'HTTPS://ID.EXAMPLE',
  'https://id%2eex%61mple',
  'https://ｉｄ．example',
  'https:\\\\id.example',
  'https:/\tid.exa\nmple',
  'https:id.example',
  'https:////x@id.example',
]

/** Addresses of others that look like it. */
const OTHERS = [
  'https://id.example.evil.example/consent',
  'https://idxexample/consent',
  'https://x.id.example/consent',
  'https://evil.example/?https://id.example/consent',
  'https://evil.example/@id.example/consent',
  'https://evil.example?x@id.example/consent',
  'https://evil.example#x@id.example/consent',
  'https://evil.example\\@id.example/consent',
  'https://id.example@evil.example/consent',
  'https://id.example:id.example@evil.example/consent',
  // Another origin, for which browsers ask for no passkey of id.example.
  'https://id.example./consent',
  'https://xn--d-rma.example/consent',
]

describe('the rules of the browser', () => {
  test.each(LED)('lead %s to the extension, where a script would not run either', (path) => {
    for (const spelling of SPELLINGS) {
      expect([spelling, actionsFor(spelling + path)]).toEqual([spelling, ['modifyHeaders', 'redirect']])
      expect([spelling, targetOf(spelling + path)]).toEqual([spelling, `${CLIENT}?${ORIGIN}${path}`])
      expect([spelling, isLed(spelling + path, ORIGIN)]).toEqual([spelling, true])
    }
  })

  test.each(LEFT)('leave %s to the component that it belongs to, without script, style or form', (path) => {
    for (const spelling of SPELLINGS) {
      expect([spelling, actionsFor(spelling + path)]).toEqual([spelling, ['modifyHeaders', 'allow', 'redirect']])
      expect([spelling, isLed(spelling + path, ORIGIN)]).toEqual([spelling, false])
    }
  })

  test.each(OTHERS)('say nothing of %s', (address) => {
    expect(actionsFor(address)).toEqual([])
    expect(isLed(address, ORIGIN)).toBe(false)
  })

  test('lead exactly the addresses whose parsed origin is the service, whatever they are made of', () => {
    const parts = [
      'x',
      '@',
      ':',
      '/',
      '\\',
      '?',
      '#',
      '%2F',
      '%40',
      '\t',
      '.',
      'id.example',
      'evil.example',
      '443',
      '8443',
    ]
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 9 }).map((all) => `https://${all.join('')}`)
    fc.assert(
      fc.property(
        texts.filter((text) => URL.canParse(text)),
        (text) => {
          const isService = originOf(text) === ORIGIN
          expect(actionsFor(text).includes('redirect')).toBe(isService)
          expect(isLed(text, ORIGIN)).toBe(isService)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('lead an IPv6 address, a port and an international name as browsers write them', () => {
    for (const [origin, spelling] of [
      ['https://[2001:db8::1]', 'https://x@[2001:DB8:0::0001]:443'],
      ['https://id.example:8443', 'https://x@id.example:08443'],
      ['https://xn--bcher-kva.example', 'https://BÜCHER.example'],
    ] as const) {
      expect(actionsFor(`${spelling}/apps`, { origins: [origin] })).toEqual(['modifyHeaders', 'redirect'])
      expect(isLed(`${spelling}/apps`, origin)).toBe(true)
    }
  })

  test('open a service over https alone', () => {
    for (const type of ['main_frame', 'sub_frame']) {
      expect(actionsFor('http://x@id.example/consent', { type })).toEqual(['upgradeScheme'])
      expect(actionsFor('http://id.example/oauth/authorize', { type })).toEqual(['upgradeScheme'])
    }
    expect(actionsFor('http://localhost:8080/', { origins: ['http://localhost:8080'] })).not.toContain('upgradeScheme')
  })

  test('load no script of the service, so that no worker of it begins', () => {
    expect(actionsFor('https://x@id.example/api/sw.js', { type: 'script' })).toEqual(['block'])
    expect(actionsFor('https://other.example/sw.js', { type: 'script' })).toEqual([])
  })

  test('open an answer by form in the extension, which makes the form', () => {
    expect(targetOf('https://x@id.example/oauth/form-post?code=1')).toBe(`${CLIENT}?${ORIGIN}/oauth/form-post?code=1`)
    expect(isLed(`${ORIGIN}/oauth/form-post?code=1`, ORIGIN)).toBe(true)
  })

  test('run no script at another port, where the passkeys are the same, but leave a developer their programs', () => {
    expect(actionsFor('https://x@id.example:8443/')).toEqual(['modifyHeaders'])
    expect(actionsFor('http://localhost:3000/', { origins: ['http://localhost:8080'] })).toEqual([])
  })

  test('have a number each', () => {
    const ids = rulesFor([ORIGIN, 'https://other.example'], CLIENT).map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, index) => index + 1))
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

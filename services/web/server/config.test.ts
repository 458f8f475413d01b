import { readSettings } from '@countersign/service'
import { expect, test } from 'vitest'
import { readConsentConfig } from './config.ts'

function read(env: Record<string, string>) {
  const settings = readSettings({ BASE_URL: 'https://id.example', ...env })
  const config = readConsentConfig(settings)
  settings.done()
  return config
}

test('the page calls core at its own address, unless core is elsewhere', () => {
  expect(read({})).toMatchObject({ issuer: 'https://id.example', coreUrl: '', opaqueServerKeys: [] })
  expect(read({ CORE_URL: 'https://core.example' }).coreUrl).toBe('https://core.example')
})

test('the public keys of the password protocol are a list', () => {
  const keys = ['a'.repeat(43), 'b'.repeat(43)]
  expect(read({ OPAQUE_SERVER_KEYS: keys.join(', ') }).opaqueServerKeys).toEqual(keys)
})

test('a key that is none is refused, and so is the secret half in its place', () => {
  for (const wrong of ['short', 'a'.repeat(171)]) {
    expect(() => read({ OPAQUE_SERVER_KEYS: wrong })).toThrow('countersign secrets')
  }
})

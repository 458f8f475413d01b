import { expect, test } from 'vitest'
import { readConsentConfig } from './config.ts'

function read(env: Record<string, string>) {
  return readConsentConfig({ BASE_URL: 'https://id.example', ...env })
}

test('the page calls core at its own address, unless core is elsewhere', async () => {
  expect(await read({})).toMatchObject({ issuer: 'https://id.example', coreUrl: '', opaqueServerKeys: [] })
  expect((await read({ CORE_URL: 'https://core.example' })).coreUrl).toBe('https://core.example')
})

test('the public keys of the password protocol are a list', async () => {
  const keys = ['a'.repeat(43), 'b'.repeat(43)]
  expect((await read({ OPAQUE_SERVER_KEYS: keys.join(', ') })).opaqueServerKeys).toEqual(keys)
})

test('a key that is none is refused, and so is the secret half in its place', async () => {
  for (const wrong of ['short', 'a'.repeat(171)]) {
    await expect(read({ OPAQUE_SERVER_KEYS: wrong })).rejects.toThrow('countersign secrets')
  }
})

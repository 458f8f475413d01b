import { expect, test } from 'vitest'
import { readWebConfig } from './config.ts'

function read(env: Record<string, string>) {
  return readWebConfig({ BASE_URL: 'https://id.example', ...env })
}

test('the page calls core at its own address, unless core is elsewhere', async () => {
  expect(await read({})).toMatchObject({ issuer: 'https://id.example', coreUrl: '', opaqueServerKeys: [] })
  expect((await read({ CORE_URL: 'https://core.example' })).coreUrl).toBe('https://core.example')
})

test('the public keys of the password protocol are a list; a malformed key or the secret half is refused', async () => {
  const keys = ['a'.repeat(43), 'b'.repeat(43)]
  expect((await read({ OPAQUE_SERVER_KEYS: keys.join(', ') })).opaqueServerKeys).toEqual(keys)
  for (const wrong of ['short', 'a'.repeat(171)]) {
    await expect(read({ OPAQUE_SERVER_KEYS: wrong })).rejects.toThrow('countersign secrets')
  }
})

test('issuers of credentials are origins: a path would seem to limit the fetch', async () => {
  const origins = ['https://university.example', 'http://localhost:8080']
  expect((await read({ CREDENTIAL_ISSUERS: origins.join(', ') })).credentialIssuers).toEqual(origins)
  expect((await read({})).credentialIssuers).toEqual([])
  const others = ['https://a.example/', 'https://a.example/x', 'http://a.example', 'https:', '*', "'self'", 'x']
  const sources = [
    'https://*',
    'https://*.example',
    'https://a;b',
    "https://'self'",
    'https://a.example:*',
    'https://..',
  ]
  for (const wrong of [...others, ...sources]) {
    await expect(read({ CREDENTIAL_ISSUERS: wrong })).rejects.toThrow('must list origins')
  }
})

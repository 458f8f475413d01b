import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identityOf, keepService, readServices, switchService, type WireConfig } from './services.ts'

const CONFIG: WireConfig = {
  issuer: 'https://id.example',
  core_url: 'https://core.example',
  opaque_server_keys: ['k'.repeat(43)],
  credential_issuers: ['https://university.example'],
  brand: { name: 'Example', logo: '', links: [], support_url: '', theme: {} },
}

describe('the identity of a service', () => {
  const brand = Object(CONFIG['brand'])

  test.each([
    ['its issuer', { issuer: 'https://evil.example' }],
    ['its core', { core_url: 'https://evil.example' }],
    ['its password keys', { opaque_server_keys: ['e'.repeat(43)] }],
    ['one more password key', { opaque_server_keys: ['k'.repeat(43), 'e'.repeat(43)] }],
    ['any password key', { opaque_server_keys: [] }],
    ['its credential issuers', { credential_issuers: ['https://evil.example'] }],
    ['its name', { brand: { ...brand, name: 'Evil' } }],
  ])('is another one with %s changed', (_case, changed) => {
    expect(identityOf({ ...CONFIG, ...changed })).not.toEqual(identityOf(CONFIG))
  })

  test('is the same with other looks', () => {
    const links = [{ label: 'Privacy', url: 'https://example.org' }]
    expect(identityOf({ ...CONFIG, brand: { ...brand, links } })).toEqual(identityOf(CONFIG))
  })
})

describe('kept services', () => {
  beforeEach(() => {
    let stored = {}
    // The browser's storage: it answers later, and has no transactions.
    const local = {
      get: async () => structuredClone(stored),
      set: async (values: object) => void (stored = { ...stored, ...structuredClone(values) }),
    }
    vi.stubGlobal('chrome', { storage: { local } })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('survive changes by several pages at once', async () => {
    const origins = ['https://a.example', 'https://b.example', 'https://c.example']
    await Promise.all(origins.map((origin) => keepService({ origin, isOn: false, config: CONFIG })))
    await Promise.all(origins.map((origin) => switchService(origin, true)))
    expect((await readServices()).map(({ origin, isOn }) => [origin, isOn])).toEqual(
      origins.map((each) => [each, true]),
    )
  })

  test.each([null, [], 'x', undefined])('leave out an entry whose configuration is %j', async (config) => {
    const kept = { origin: 'https://a.example', isOn: true, config: CONFIG }
    await chrome.storage.local.set({ services: [kept, { ...kept, config }, null] })
    expect(await readServices()).toEqual([kept])
  })
})

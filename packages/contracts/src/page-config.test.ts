import { describe, expect, test } from 'vitest'
import { readPageConfig } from './page-config.ts'

const WIRE = {
  issuer: 'https://id.example',
  core_url: '',
  opaque_server_keys: ['a'.repeat(43)],
  credential_issuers: ['https://university.example', 'http://localhost:8080'],
  brand: {
    name: 'Sons & <Daughters>',
    logo: '/brand/logo?v=0123456789abcdef',
    links: [{ label: 'Privacy', url: 'https://example.org/privacy' }],
    support_url: '',
    theme: { accent: ['#14574d', '#8fd0c2'] },
  },
}

describe('the page configuration', () => {
  test('is read as data', () => {
    const { issuer, credentialIssuers, brand } = readPageConfig(WIRE)
    const { credential_issuers, brand: wire } = WIRE
    expect([issuer, credentialIssuers]).toEqual([WIRE.issuer, credential_issuers])
    expect(brand).toMatchObject({ name: wire.name, logo: wire.logo, links: wire.links, theme: wire.theme })
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'config'],
    ['an issuer that is script', { ...WIRE, issuer: 'javascript:alert(1)' }],
    ['an issuer with a wildcard', { ...WIRE, issuer: 'https://*' }],
    ['an issuer with a directive', { ...WIRE, issuer: 'https://x;img-src' }],
    ['a core with a name before its host', { ...WIRE, core_url: 'https://id.example@evil.example' }],
    ['a core with a backslash', { ...WIRE, core_url: String.raw`https://id.example\@evil.example` }],
    ['no issuer', { ...WIRE, issuer: undefined }],
    ['a malformed address of core', { ...WIRE, core_url: 'core' }],
    ['a malformed key', { ...WIRE, opaque_server_keys: ['short'] }],
    ['keys that are no list', { ...WIRE, opaque_server_keys: 'a'.repeat(43) }],
    ['an issuer of credentials with a path', { ...WIRE, credential_issuers: ['https://university.example/x'] }],
    ['an issuer of credentials with a keyword', { ...WIRE, credential_issuers: ["https://a.example 'self'"] }],
    ['no brand', { ...WIRE, brand: null }],
    ['no name', { ...WIRE, brand: { ...WIRE.brand, name: '' } }],
    ['a logo from elsewhere', { ...WIRE, brand: { ...WIRE.brand, logo: '//elsewhere.example/logo' } }],
    ['a link that is script', { ...WIRE, brand: { ...WIRE.brand, links: [{ label: 'x', url: 'javascript:x' }] } }],
    ['help that is script', { ...WIRE, brand: { ...WIRE.brand, support_url: 'data:text/html,x' } }],
    ['a stylesheet', { ...WIRE, brand: { ...WIRE.brand, theme: ':root {}' } }],
    ['a colour of another name', { ...WIRE, brand: { ...WIRE.brand, theme: { paper: ['#000000', '#000000'] } } }],
    ['a colour with a function', { ...WIRE, brand: { ...WIRE.brand, theme: { accent: ['#000000', 'url(//x)'] } } }],
    ['half a colour', { ...WIRE, brand: { ...WIRE.brand, theme: { accent: ['#000000'] } } }],
  ])('is refused as a whole with %s', (_case, json) => {
    expect(() => readPageConfig(json)).toThrow(TypeError)
  })
})

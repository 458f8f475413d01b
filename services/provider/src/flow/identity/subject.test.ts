import { expect, test } from 'vitest'
import { sectorOf } from '../../clients/client.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'
import { prepareSubjects } from './subject.ts'

const keys: Keyring = {
  open: async () => undefined,
  forget: () => undefined,
  publicKeys: async () => [],
  signingKey: async () => Promise.reject(new Error('Not for subjects.')),
  pairwiseSecret: async () => Buffer.alloc(32, 7),
}

const client = (clientId: string, ...redirectUris: readonly string[]) =>
  ({ clientId, redirectUris, subjectType: 'pairwise', sectorIdentifierUri: undefined }) as const

async function subject(of: Parameters<typeof prepareSubjects>[1], userId = 'ada'): Promise<string> {
  return (await prepareSubjects(keys, of))(userId)
}

test('a public subject is the identifier of the person', async () => {
  expect(await subject({ ...client('a', 'https://app.example/'), subjectType: 'public' })).toBe('ada')
})

test('a pairwise subject is the same for the apps of one host only (OpenID Connect Core §8.1)', async () => {
  const here = await subject(client('a', 'https://app.example/cb', 'https://app.example/other'))
  expect(here).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(await subject(client('b', 'https://app.example/'))).toBe(here)
  expect(await subject(client('a', 'https://app2.example/cb'))).not.toBe(here)
  expect(await subject(client('a', 'https://app.example/cb'), 'grace')).not.toBe(here)
})

test.each([
  ['loopback addresses', ['http://127.0.0.1/cb']],
  ['private-use schemes', ['com.example.app:/cb']],
  ['several hosts', ['https://one.example/cb', 'https://two.example/cb']],
  ['several ports', ['https://one.example/cb', 'https://one.example:8443/cb']],
])('two apps with %s never share a subject: no one app owns those', async (_case, redirectUris) => {
  expect(sectorOf(client('a', ...redirectUris))).toBe('client:a')
  expect(await subject(client('a', ...redirectUris))).not.toBe(await subject(client('b', ...redirectUris)))
})

test('an app of a document is its own sector, whatever redirect URIs the document has at the moment', () => {
  const clientId = 'https://evil.example/client.json'
  expect(sectorOf(client(clientId, 'https://victim.example/cb'))).toBe(`client:${clientId}`)
})

test('apps with one sector identifier share subjects, whatever their hosts (OpenID Connect Core §8.1)', async () => {
  const sectorIdentifierUri = 'https://sector.example/uris.json'
  const one = { ...client('a', 'https://one.example/cb'), sectorIdentifierUri }
  const two = { ...client('b', 'https://two.example/cb', 'https://three.example/cb'), sectorIdentifierUri }
  expect(await subject(one)).toBe(await subject(two))
  expect(await subject(one)).not.toBe(await subject(client('a', 'https://one.example/cb')))
})

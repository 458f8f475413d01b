import { generateKeyPairSync } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startCommandLine } from '../test/command-line.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PUBLIC_JWK = publicKey.export({ format: 'jwk' })
const ADD = ['clients', 'add', '--name', 'My App', '--redirect-uri', 'https://app.example/callback', '--scope', 'email']

const line = startBeforeAll(startCommandLine)

describe("an app's key for sealed claims", () => {
  test('is registered from a file, shown, replaced and taken away', async () => {
    const file = line.file('public.json', { ...PUBLIC_JWK, kid: 'mine' })
    const { client_id } = await line.runJson(...ADD, '--claims-encryption-jwk', file)
    expect(await line.runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: PUBLIC_JWK })
    expect((await line.run('clients', 'show', client_id)).said).toContain('sealed for a key on P-256')

    const next = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    await line.runJson('clients', 'update', client_id, '--claims-encryption-jwk', line.file('next.json', next))
    expect(await line.runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: next })
    await line.runJson('clients', 'update', client_id, '--name', 'Another name')
    expect(await line.runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: next })

    await line.runJson('clients', 'update', client_id, '--no-claims-encryption-jwk')
    expect(await line.runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: null })
    expect((await line.run('clients', 'show', client_id)).said).toContain('in the open')
  })

  test.each([
    ['the private half', privateKey.export({ format: 'jwk' }), 'holds a private member'],
    ['a signing key', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), 'on P-256 or X25519'],
    ['no key', { keys: [] }, 'holds no public key'],
    ['no JSON', 'BEGIN PUBLIC KEY', 'holds no public key'],
  ])('is refused when the file holds %s', async (_case, content, complaint) => {
    const refused = await line.run(...ADD, '--claims-encryption-jwk', line.file('wrong.json', content))
    expect(refused.code).not.toBe(0)
    expect(refused.complaint).toContain(complaint)
  })

  test('is asked for again when the file is not there', async () => {
    const refused = await line.run(...ADD, '--claims-encryption-jwk', '/nowhere/key.json')
    expect(refused.complaint).toContain('cannot be read')
  })
})

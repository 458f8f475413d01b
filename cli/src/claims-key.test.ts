import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerDatabase } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from './program.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PUBLIC_JWK = publicKey.export({ format: 'jwk' })
const ADD = ['clients', 'add', '--name', 'My App', '--redirect-uri', 'https://app.example/callback', '--scope', 'email']
const folder = mkdtempSync(join(tmpdir(), 'countersign-claims-key-'))

let databaseUrl: string
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createServerDatabase()
  databaseUrl = created.url
  drop = created.drop
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await drop()
})

async function run(...parameters: readonly string[]) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runProgram(parameters, {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: '/nowhere/countersign' },
    output: { print: (text) => void said.push(text) },
    complain: (text) => void complaints.push(text),
  })
  return { code, said: said.join('\n'), complaint: complaints.join('') }
}

async function runJson(...parameters: readonly string[]) {
  const { said, complaint } = await run(...parameters, '--json')
  if (complaint) throw new Error(complaint)
  return JSON.parse(said)
}

function keyFile(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe("an app's key for sealed claims", () => {
  test('is registered from a file, shown, replaced and taken away', async () => {
    const file = keyFile('public.json', { ...PUBLIC_JWK, kid: 'mine' })
    const { client_id } = await runJson(...ADD, '--claims-encryption-jwk', file)
    expect(await runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: PUBLIC_JWK })
    expect((await run('clients', 'show', client_id)).said).toContain('sealed for a key on P-256')

    const next = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    await runJson('clients', 'update', client_id, '--claims-encryption-jwk', keyFile('next.json', next))
    expect(await runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: next })
    await runJson('clients', 'update', client_id, '--name', 'Another name')
    expect(await runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: next })

    await runJson('clients', 'update', client_id, '--no-claims-encryption-jwk')
    expect(await runJson('clients', 'show', client_id)).toMatchObject({ claims_encryption_jwk: null })
    expect((await run('clients', 'show', client_id)).said).toContain('in the open')
  })

  test.each([
    ['the private half', privateKey.export({ format: 'jwk' }), 'holds a private member'],
    ['a signing key', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), 'on P-256 or X25519'],
    ['no key', { keys: [] }, 'holds no public key'],
    ['no JSON', 'BEGIN PUBLIC KEY', 'holds no public key'],
  ])('is refused when the file holds %s', async (_case, content, complaint) => {
    const refused = await run(...ADD, '--claims-encryption-jwk', keyFile('wrong.json', content))
    expect(refused.code).not.toBe(0)
    expect(refused.complaint).toContain(complaint)
  })

  test('is asked for again when the file is not there', async () => {
    const refused = await run(...ADD, '--claims-encryption-jwk', join(folder, 'none.json'))
    expect(refused.complaint).toContain('cannot be read')
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerDatabase } from '@countersign/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from './program.ts'

const JWK = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
const ADD = [
  'clients',
  'add',
  '--name',
  'My App',
  '--redirect-uri',
  'https://app.example/callback',
  '--scope',
  'openid',
]
const folder = mkdtempSync(join(tmpdir(), 'countersign-protocol-options-'))

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

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('an app is registered with all that it needs to speak OAuth its own way, and changed in it', async () => {
  const pages = ['--policy-uri', 'https://app.example/privacy', '--tos-uri', 'https://app.example/terms']
  const jwks = file('jwks.json', { keys: [JWK] })
  const added = await runJson(
    ...ADD,
    '--auth-method',
    'private_key_jwt',
    '--jwks',
    jwks,
    '--id-token-alg',
    'ES256',
    ...pages,
  )
  expect(added).not.toHaveProperty('client_secret')
  expect(await runJson('clients', 'show', added.client_id)).toMatchObject({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [JWK] },
    id_token_signed_response_alg: 'ES256',
    id_token_claims: false,
    policy_uri: 'https://app.example/privacy',
    tos_uri: 'https://app.example/terms',
  })
  const update = (...options: readonly string[]) => runJson('clients', 'update', added.client_id, ...options)
  await update('--jwks-uri', 'https://app.example/jwks', '--id-token-claims', '--no-tos-uri')
  expect(await runJson('clients', 'show', added.client_id)).toMatchObject({
    jwks: { keys: [] },
    jwks_uri: 'https://app.example/jwks',
    id_token_claims: true,
    tos_uri: null,
    policy_uri: 'https://app.example/privacy',
  })
  expect(await update('--auth-method', 'client_secret_basic')).toMatchObject({
    client_secret: expect.stringMatching(/^cs_cs_/),
  })
})

test('a native app may return to a scheme without a dot where its operator says so', async () => {
  const native = [
    'clients',
    'add',
    '--name',
    'Editor',
    '--redirect-uri',
    'cursor://app/cb',
    '--scope',
    'openid',
    '--public',
  ]
  expect((await run(...native)).complaint).toContain('must be https')
  const { client_id } = await runJson(...native, '--private-use-scheme', 'cursor')
  expect(await runJson('clients', 'show', client_id)).toMatchObject({ private_use_schemes: ['cursor'] })
})

test.each([
  ['no JSON', 'BEGIN PUBLIC KEY', 'that it is JSON'],
  ['no keys', { keys: [1] }, 'must hold a JWK or a JWK Set'],
])('keys from a file with %s are refused with what would be right', async (_case, content, complaint) => {
  const refused = await run(...ADD, '--auth-method', 'private_key_jwt', '--jwks', file('wrong.json', content))
  expect(refused.code).not.toBe(0)
  expect(refused.complaint).toContain(complaint)
})

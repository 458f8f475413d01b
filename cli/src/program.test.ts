import { fileURLToPath } from 'node:url'
import { openDatabase } from '@countersign/service'
import { createServerDatabase } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from './program.ts'

const UNKNOWN_CLIENT = '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11'
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

let databaseUrl: string
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createServerDatabase()
  databaseUrl = created.url
  drop = created.drop
})
afterAll(() => drop())

/** Runs a command line as a shell would, and keeps what it said. */
async function run(parameters: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runProgram(parameters, {
    // A data directory that is not there, so that a developer's own secrets have no say.
    env: { DATABASE_URL: databaseUrl, DATA_DIR: '/nowhere/countersign', ...env },
    output: { print: (text) => void said.push(text) },
    complain: (text) => void complaints.push(text),
  })
  return { code, said: said.join('\n'), complaint: complaints.join('') }
}

/** Does something while one account has a password of this setup. */
async function withPassword({ setupId }: { readonly setupId: string }, work: () => Promise<void>): Promise<void> {
  const database = await openDatabase({ databaseUrl })
  try {
    await database.sql`
      with account as (insert into core.accounts (user_id) values (gen_random_uuid()) returning user_id),
           unlock as (insert into core.unlock_records (user_id, unlock_id, record)
                      select user_id, user_id, '{}' from account returning user_id)
      insert into core.passwords (credential_identifier, user_id, unlock_id, registration_record, setup_id)
      select 'somebody', user_id, user_id, 'record', ${setupId} from unlock`
    await work()
    await database.sql`delete from core.accounts`
  } finally {
    await database.close()
  }
}

async function runJson(parameters: readonly string[]) {
  const { said, complaint } = await run([...parameters, '--json'])
  if (complaint) throw new Error(complaint)
  return JSON.parse(said)
}

describe('the command line', () => {
  test('explains itself with examples', async () => {
    const { code, said } = await run(['--help'])
    expect(code).toBe(0)
    expect(said).toContain('countersign serve provider')
  })

  test('says its version', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  test.each([
    ['an unknown command', ['server'], 'Did you mean serve?'],
    ['an unknown component', ['serve', 'consnt'], 'provider, core, consent'],
    ['a missing flag', ['clients', 'add', '--name', 'x'], "'--redirect-uri <uri>' not specified"],
    ['hours that are none', ['clients', 'rotate-secret', 'x', '--overlap-hours', '1.5'], 'whole number'],
  ])('answers %s with code 2 and a hint', async (_case, parameters, hint) => {
    const { code, complaint } = await run(parameters)
    expect(code).toBe(2)
    expect(complaint).toContain(hint)
  })

  test('says in one sentence that the database is away, and more only when asked', async () => {
    const away = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:9/none' }
    expect(await run(['migrate'], away)).toMatchObject({ code: 1, complaint: 'The database cannot be reached.\n' })
    expect((await run(['--verbose', 'migrate'], away)).complaint).toContain('ECONNREFUSED')
  })

  test('does not make up secrets in production', async () => {
    const { code, complaint } = await run(['dev'], { NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(complaint).toContain('countersign serve')
  })
})

describe('countersign migrate', () => {
  test('says what it applied, and the second time that there was nothing to do', async () => {
    const created = await createServerDatabase()
    const env = { DATABASE_URL: created.url }
    expect((await run(['migrate'], env)).said).toContain('provider/0001-clients.sql')
    expect((await run(['migrate'], env)).said).toBe('The database is up to date.')
    await created.drop()
  })
})

describe('countersign clients', () => {
  test('registers an app, shows its secret once, lists and describes it', async () => {
    const scopes = ['--scope', 'email:required=To send you receipts.', '--scope', 'phone']
    const added = await runJson([...ADD, ...scopes, '--description', 'An app.'])
    expect(added.client_secret).toMatch(/^cs_cs_[\w-]{43}$/)

    const shown = await runJson(['clients', 'show', added.client_id])
    expect(shown).toMatchObject({
      client_id: added.client_id,
      name: 'My App',
      description: 'An app.',
      redirect_uris: ['https://app.example/callback'],
      require_pkce: true,
      valid_secrets: 1,
      scopes: [
        { name: 'openid', required: false, reason: '' },
        { name: 'email', required: true, reason: 'To send you receipts.' },
        { name: 'phone', required: false, reason: '' },
      ],
    })
    const { said } = await run(['clients', 'list'])
    expect(said).toContain(added.client_id)
    for (const text of [said, JSON.stringify(shown), (await run(['clients', 'show', added.client_id])).said]) {
      expect(text).not.toContain('cs_cs_')
    }
  })

  test('says that the secret will not be shown again', async () => {
    expect((await run(ADD)).said).toMatch(/client_secret {2}cs_cs_[\w-]{43}\n\nKeep the secret now/)
  })

  test('gives a public app no secret', async () => {
    expect(await runJson([...ADD, '--public'])).toEqual({ client_id: expect.any(String) })
  })

  test('rotates a secret and keeps the old one for a while', async () => {
    const { client_id, client_secret } = await runJson(ADD)
    const rotated = await runJson(['clients', 'rotate-secret', client_id])
    expect(rotated.client_secret).not.toBe(client_secret)
    expect(await runJson(['clients', 'show', client_id])).toHaveProperty('valid_secrets', 2)
  })

  test('ends the old secret at once after a leak', async () => {
    const { client_id } = await runJson(ADD)
    await runJson(['clients', 'rotate-secret', client_id, '--overlap-hours', '0'])
    expect(await runJson(['clients', 'show', client_id])).toHaveProperty('valid_secrets', 1)
  })

  test('removes an app only when it is meant', async () => {
    const { client_id } = await runJson(ADD)
    expect(await run(['clients', 'remove', client_id])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('--yes'),
    })
    expect(await run(['clients', 'remove', client_id, '--yes'])).toMatchObject({ code: 0 })
    expect((await run(['clients', 'show', client_id])).code).toBe(1)
  })

  test.each([
    ['a redirect URI with script', ['--redirect-uri', 'javascript:alert(1)'], 'redirect URI'],
    ['an unknown scope', ['--scope', 'everything'], 'There are: openid'],
    ['a public app without PKCE', ['--public', '--no-require-pkce'], 'PKCE'],
    ['a logo that is not there', ['--logo', '/nowhere/logo.png'], 'cannot be read'],
    ['a logo that is no image', ['--logo', fileURLToPath(new URL('program.ts', import.meta.url))], 'PNG'],
  ])('refuses %s in a sentence', async (_case, flags, hint) => {
    const { code, complaint } = await run([...ADD, ...flags])
    expect(code).toBe(1)
    expect(complaint).toContain(hint)
    expect(complaint.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    ['show', []],
    ['rotate-secret', []],
    ['remove', ['--yes']],
  ])('%s says that there is no such app', async (command, flags) => {
    const { code, complaint } = await run(['clients', command, UNKNOWN_CLIENT, ...flags])
    expect(code).toBe(1)
    expect(complaint).toContain('There is no')
  })
})

describe('countersign doctor', () => {
  test('prints what is in force, its source and what is weak, and never a secret', async () => {
    const secret = 'a-shared-secret-of-more-than-32-characters'
    const env = { DATA_TOKEN_SECRET: secret, BASE_URL: 'http://id.example', INTERNAL_SERVICE_TOKEN: 'short-and-secret' }
    const { code, said } = await run(['doctor'], env)
    expect(code).toBe(0)
    expect(said).not.toContain(secret)
    expect(said).not.toContain('short-and-secret')
    expect(said).toMatch(/BASE_URL +http:\/\/id\.example +environment/)
    expect(said).toMatch(/PORT +8080 +default/)
    expect(said).toMatch(/DATA_TOKEN_SECRET +set +environment/)
    expect(said).toMatch(/- DATA_TOKEN_SECRET is a shared secret/)
    expect(said).toMatch(/- BASE_URL uses plain http/)
    expect(said).toMatch(/- INTERNAL_SERVICE_TOKEN has fewer than 32/)
    expect(said).toMatch(/- LOGIN_INDEX_KEY is not set/)
  })

  test('looks at the database, and says so when a power loss would cost rows', async () => {
    const { said } = await run(['doctor'])
    expect(said).toMatch(/database +PostgreSQL \d+/)
    // The PostgreSQL of the tests runs without fsync, which is just what doctor is there to find.
    expect(said).toMatch(/- fsync is off/)
  })

  test('says how many passwords need a secret that was replaced, or one that is not listed', async () => {
    const { said: made } = await run(['secrets'])
    const { OPAQUE_SERVER_SETUP = '', LOGIN_INDEX_KEY = '' } = Object.fromEntries(
      made.split('\n').map((line) => line.split('=', 2)),
    )
    const secrets = { OPAQUE_SERVER_SETUP, LOGIN_INDEX_KEY }
    await run(['migrate'])
    const { said } = await run(['doctor'], secrets)
    expect(said).toMatch(/OPAQUE_SERVER_SETUP in use +passwords that need a former value: 0 +database/)
    expect(said).not.toContain(OPAQUE_SERVER_SETUP)
    await withPassword({ setupId: 'of another setup' }, async () => {
      const { said: weak } = await run(['doctor'], secrets)
      expect(weak).toContain('OPAQUE_SERVER_SETUP in use does not list a value that passwords need (1)')
    })
  })

  test('goes on when the database is away', async () => {
    const { code, said } = await run(['doctor'], { DATABASE_URL: 'postgresql://ada:hunter2@127.0.0.1:9/none' })
    expect(code).toBe(0)
    expect(said).toContain('- database cannot be looked at')
    expect(said).not.toContain('hunter2')
  })
})

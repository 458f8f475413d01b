import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { openDatabase } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import { copyEmptyDatabase, createServerDatabase } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADD_CLIENT } from '../test/command-line.ts'
import { provideDevelopmentSecrets } from './dev/development-secrets.ts'
import { runProgram } from './program.ts'
import { startServer } from './server.ts'
import { checkProductionRules } from './settings/production-rules.ts'

const UNKNOWN_CLIENT = '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11'

/** Where commands are typed: keys of apps are made here. */
const typedIn = mkdtempSync(join(tmpdir(), 'countersign-typed-in-'))

let databaseUrl: string
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createServerDatabase()
  databaseUrl = created.url
  drop = created.drop
})
afterAll(async () => {
  rmSync(typedIn, { recursive: true })
  await drop()
})

/** Runs a command line as a shell would, and keeps what it said. */
async function run(parameters: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runProgram(parameters, {
    // A data directory that is not there, so that a developer's own secrets have no say.
    env: { DATABASE_URL: databaseUrl, DATA_DIR: '/nowhere/countersign', INIT_CWD: typedIn, ...env },
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
      insert into core.passwords (credential_identifier, user_id, unlock_id, registration_record, setup_id)
      values ('somebody', gen_random_uuid(), gen_random_uuid(), 'record', ${setupId})`
    await work()
    await database.sql`delete from core.passwords`
  } finally {
    await database.close()
  }
}

/** Every command, by what the help lists. */
async function commandsUnder(parents: readonly string[]): Promise<string[][]> {
  const { said } = await run([...parents, '--help'])
  const listed = /Commands:\n((?: {2}.*\n?)*)/.exec(said)?.[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = [...parents, name]
      return [path].concat(await commandsUnder(path))
    }),
  )
  return paths.flat()
}

async function makeSecrets(): Promise<Record<string, string>> {
  const made = parseEnv((await run(['secrets'])).said)
  return Object.fromEntries(Object.entries(made).map(([name, value = '']) => [name, value]))
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
    [[], 'Usage: countersign'],
    [['server'], 'Did you mean serve?'],
    [['--quiet'], "unknown option '--quiet'"],
    [['serve', 'consnt'], 'provider, core, consent'],
    [['serve', 'core', 'oprf'], 'serve oprf by itself'],
    [['migrate', 'now'], 'too many arguments'],
    [['clients'], 'Usage: countersign clients'],
    [['clients', 'ad'], 'Did you mean add?'],
    [['clients', 'add', '--name', 'x'], "'--scope <name[:required][=reason]>' not specified"],
    [['clients', 'list', 'all'], 'too many arguments'],
    [['clients', 'show'], "missing required argument 'client_id'"],
    [['clients', 'update', 'x'], 'nothing is named that is to change'],
    [['clients', 'update', 'x', '--subject-type', 'secret'], 'public, pairwise'],
    [['clients', 'rotate-secret', 'x', '--overlap-hours', '1.5'], 'whole number'],
    [['keys'], 'Usage: countersign keys'],
    [['keys', 'rotate', '--now'], "unknown option '--now'"],
    [['registration-tokens', 'create', '--uses', '0'], 'whole number'],
    [['registration-tokens', 'remove'], "missing required argument 'token_id'"],
    [['audit', '--since', 'yesterday'], 'a time such as'],
    [['audit', '--limit', '0'], 'whole number'],
    [['doctor', 'me'], 'too many arguments'],
    [['secrets', '--out'], 'argument missing'],
  ])('answers %j with code 2 and a hint', async (parameters, hint) => {
    const { code, said, complaint } = await run(parameters)
    expect({ code, said }).toEqual({ code: 2, said: '' })
    expect(complaint).toContain(hint)
    expect(complaint).toMatch(/--help|Usage:/)
  })

  test('explains every command', async () => {
    const commands = await commandsUnder([])
    expect(commands.length).toBeGreaterThan(15)
    for (const command of commands) {
      const { code, said } = await run([...command, '--help'])
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringContaining(`Usage: countersign ${command.join(' ')}`),
      })
    }
  })

  test('says in one sentence that the database is away, and more only when asked', async () => {
    const away = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:9/none' }
    expect(await run(['migrate'], away)).toMatchObject({
      code: 1,
      complaint: 'The database cannot be reached. Check DATABASE_URL, and that the server runs.\n',
    })
    expect((await run(['--verbose', 'migrate'], away)).complaint).toContain('ECONNREFUSED')
  })

  test('serves only with everything that production takes, and says all that is missing at once', async () => {
    const { code, complaint } = await run(['serve'], { PORT: '0' })
    expect(code).toBe(1)
    expect([...complaint.matchAll(/- (\w+) is not set/g)].map(([, name]) => name)).toEqual([
      'BASE_URL',
      'TRUSTED_PROXIES',
      'INTERNAL_SERVICE_TOKEN',
      'DATA_TOKEN_SECRET',
      'OPAQUE_SERVER_SETUP',
      'LOGIN_INDEX_KEY',
    ])
    expect(complaint).toContain('New secrets: countersign secrets --out FILE')
  })

  test('names a wrong LOG_LEVEL among all other problems', async () => {
    for (const command of ['serve', 'dev']) {
      const { code, complaint } = await run([command], { LOG_LEVEL: 'loud', PORT: '99999' })
      expect(code).toBe(1)
      expect(complaint).toContain('- LOG_LEVEL must be one of: trace, debug, info, warn, error, fatal.')
      expect(complaint).toContain('- PORT must be a whole number')
    }
  })

  test('refuses one port for the server and the demo app', async () => {
    expect((await run(['dev'], { PORT: '8090' })).complaint).toContain('- APP_PORT must differ from PORT.')
  })

  test('does not open what is made for one machine to others', async () => {
    const { code, complaint } = await run(['dev'], { HOST: '0.0.0.0', BASE_URL: 'https://id.example' })
    expect(code).toBe(1)
    expect(complaint).toMatch(/- HOST must be localhost.*\n.*- BASE_URL must be an address of this machine/)
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
    const added = await runJson([...ADD_CLIENT, ...scopes, '--description', 'An app.'])
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

  test('finds a file from where the person is, also when npm runs the command elsewhere', async () => {
    const folder = join(import.meta.dirname, '../../examples/relying-app')
    const added = await run([...ADD_CLIENT, '--plain', '--logo', 'logo.png'], { INIT_CWD: folder })
    expect(added).toMatchObject({ code: 0, complaint: '' })
  })

  test('says that the secret will not be shown again', async () => {
    expect((await run(ADD_CLIENT)).said).toMatch(/client_secret {2}cs_cs_[\w-]{43}\n[^]*Keep the secret now/)
  })

  test('gives a public app no secret', async () => {
    expect(await runJson([...ADD_CLIENT, '--public'])).toEqual({
      client_id: expect.any(String),
      claims_notice: expect.any(String),
    })
  })

  test('rotates a secret and keeps the old one for a while', async () => {
    const { client_id, client_secret } = await runJson(ADD_CLIENT)
    const rotated = await runJson(['clients', 'rotate-secret', client_id])
    expect(rotated.client_secret).not.toBe(client_secret)
    expect(await runJson(['clients', 'show', client_id])).toHaveProperty('valid_secrets', 2)
  })

  test('ends the old secret at once after a leak', async () => {
    const { client_id } = await runJson(ADD_CLIENT)
    await runJson(['clients', 'rotate-secret', client_id, '--overlap-hours', '0'])
    expect(await runJson(['clients', 'show', client_id])).toHaveProperty('valid_secrets', 1)
  })

  test('disables an app, says so, and enables it again', async () => {
    const { client_id } = await runJson(ADD_CLIENT)
    expect((await run(['clients', 'disable', client_id])).said).toContain('works again once you enable it')
    expect((await run(['clients', 'show', client_id])).said).toMatch(/disabled_at +\d{4}-/)
    await run(['clients', 'enable', client_id])
    expect(await runJson(['clients', 'show', client_id])).toHaveProperty('disabled_at', null)
  })

  test('removes an app only when it is meant', async () => {
    const { client_id } = await runJson(ADD_CLIENT)
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
    ['a logo that is no image', ['--logo', import.meta.filename], 'PNG'],
  ])('refuses %s in a sentence', async (_case, flags, hint) => {
    const { code, complaint } = await run([...ADD_CLIENT, ...flags])
    expect(code).toBe(1)
    expect(complaint).toContain(hint)
    expect(complaint.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    ['show', []],
    ['rotate-secret', []],
    ['disable', []],
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
    const { code, said, complaint } = await run(['doctor'], env)
    expect(code).toBe(1)
    expect(complaint).toMatch(/^To be mended: BASE_URL, .*LOGIN_INDEX_KEY/)
    expect(said).not.toContain(secret)
    expect(said).not.toContain('short-and-secret')
    expect(said).toMatch(/BASE_URL +http:\/\/id\.example +environment/)
    expect(said).toMatch(/PORT +8080 +default/)
    expect(said).toMatch(/DATA_TOKEN_SECRET +set +environment/)
    expect(said).toMatch(/- DATA_TOKEN_SECRET is a shared secret/)
    expect(said).toMatch(/- BASE_URL must use https/)
    expect(said).toMatch(/- INTERNAL_SERVICE_TOKEN must hold values of at least 32/)
    expect(said).toMatch(/- LOGIN_INDEX_KEY is not set/)
    expect(said).toMatch(/- TRUSTED_PROXIES is not set/)
  })

  test.each([
    { BASE_URL: 'id.example.com' },
    { BASE_URL: 'http://id.example.com/path' },
    { PORT: '99999' },
    { CORE_URL: 'nope' },
    { PROVIDER_URL: 'nope', CONSENT_URL: 'nope' },
    { TRUSTED_PROXIES: 'nginx' },
    { RATE_LIMIT_SIGN_INS: 'abc', RATE_LIMIT_FAILURES: '0' },
    { DYNAMIC_REGISTRATION: 'yes', REQUIRE_PUSHED_AUTHORIZATION_REQUESTS: 'yes' },
    { BRAND_ACCENT: 'red', BRAND_LEGAL_LINKS: 'Imprint', BRAND_SUPPORT_URL: 'help', BRAND_LOGO_FILE: '/nowhere' },
    { LOG_LEVEL: 'loud' },
    { OPAQUE_SERVER_SETUP: 'abcdefghijklmnop', OPAQUE_SERVER_KEYS: 'no key', LOGIN_INDEX_KEY: 'short' },
    { INTERNAL_SERVICE_TOKEN: 'short', KEY_ENCRYPTION_SECRET: 'short', ADMIN_TOKEN: 'short', DATA_TOKEN_SECRET: '{' },
  ])('names all that serve refuses of %j', async (broken) => {
    const env = { PORT: '0', LOG_LEVEL: 'fatal', BASE_URL: '', ...broken }
    const { complaint } = await run(['serve'], env)
    const refused = [...complaint.matchAll(/- (\w+) (.*)/g)].map(([, name = '', rule = '']) => ({ name, rule }))
    const findings: { name: string; weakness?: string }[] = JSON.parse((await run(['doctor', '--json'], env)).said)
    expect(refused.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(broken)))
    for (const { name, rule } of refused) {
      expect(findings.find((finding) => finding.name === name)?.weakness).toContain(rule)
    }
  })

  test.each([
    ['', false, {}],
    ['', false, { BASE_URL: 'https://id.example', CONSENT_URL: 'https://id.example' }],
    [', as provider and core see it', true, { BASE_URL: 'https://id.example', CONSENT_URL: 'https://vault.example' }],
    [', as its own process sees it', true, { BASE_URL: 'https://id.example', CORE_URL: 'https://id.example' }],
  ])('says what a page costs that has no address of its own%s: %s %j', async (_whose, isApart, env) => {
    const { said } = await run(['doctor'], env)
    expect(said).toMatch(isApart ? /^page +on an address of its own/m : /^page +on the address of provider and core/m)
    expect(said.includes('- page is on the address of provider and core: whoever')).toBe(!isApart)
  })

  test.each([
    [true, { CORE_URL: 'https://id.example' }],
    [false, { CORE_URL: 'https://id.example', OPAQUE_SERVER_KEYS: 'a'.repeat(43) }],
    [false, {}],
  ])(
    'says whether a page apart from core would accept any key of the password protocol: %s %j',
    async (isWeak, env) => {
      const { said } = await run(['doctor'], env)
      expect(said.includes('- OPAQUE_SERVER_KEYS is not set: pages accept a core')).toBe(isWeak)
    },
  )

  test.each([
    [true, {}],
    [false, { CONSENT_URL: 'https://vault.example' }],
  ])(
    'asks for the keys that pages accept where it is core that serves the pages, and has no setup: %s %j',
    async (isAsked, env) => {
      const { said } = await run(['doctor'], { BASE_URL: 'https://id.example', OPRF_URL: 'http://oprf:8080', ...env })
      expect(said.includes('- OPAQUE_SERVER_KEYS is not set. Where OPRF_URL is')).toBe(isAsked)
    },
  )

  test('looks at the database, and says so when a power loss would cost rows', async () => {
    const { said } = await run(['doctor'])
    expect(said).toMatch(/database +PostgreSQL \d+/)
    // The PostgreSQL of the tests runs without fsync, which is just what doctor is there to find.
    expect(said).toMatch(/- fsync is off/)
  })

  test('says that nobody can approve what an app takes only verified, where core has nobody to send a code by', async () => {
    await run(['migrate'])
    const core = { LOGIN_INDEX_KEY: 'a'.repeat(43) }
    const weakness = '- email is taken only verified, and SMTP_URL is not set'
    expect((await run(['doctor'], core)).said).not.toContain(weakness)
    const { said } = await run([...ADD_CLIENT, '--scope', 'email', '--require-verified', 'email', '--json'])
    expect((await run(['doctor'], core)).said).toContain(weakness)
    expect((await run(['doctor'], { ...core, SMTP_URL: 'smtp://mail' })).said).not.toContain(weakness)
    expect((await run(['doctor'])).said).not.toContain(weakness)
    await run(['clients', 'remove', JSON.parse(said).client_id, '--yes'])
  })

  test('says how many passwords need a secret that was replaced, or one that is not listed', async () => {
    const { OPAQUE_SERVER_SETUP = '', LOGIN_INDEX_KEY = '' } = await makeSecrets()
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

  test('asks what evaluates passwords for core which setups it lists, and says when it is away', async () => {
    const { OPAQUE_SERVER_SETUP = '', LOGIN_INDEX_KEY = '' } = await makeSecrets()
    const OPRF_TOKEN = 'v8Kd2Lq7Wm4Xp1Zs6Rt9Yb3Nc5Jf0Hg-uE'
    const env = { PORT: '0', DATA_DIR: join(typedIn, 'oprf'), OPAQUE_SERVER_SETUP, OPRF_TOKEN }
    const server = await startServer({ env, logger: createLogger({ level: 'silent' }), components: ['oprf'] })
    const ofCore = { LOGIN_INDEX_KEY, OPRF_URL: server.url, OPRF_TOKEN }
    await run(['migrate'])
    await withPassword({ setupId: 'of another setup' }, async () => {
      const { said } = await run(['doctor'], ofCore)
      expect(said).toContain('OPAQUE_SERVER_SETUP in use does not list a value that passwords need (1)')
    })
    const { said: refused } = await run(['doctor'], { ...ofCore, OPRF_TOKEN: `${OPRF_TOKEN}x` })
    expect(refused).toContain('OPAQUE_SERVER_SETUP in use cannot be looked at')
    await server.close()
    const { said: away } = await run(['doctor'], ofCore)
    expect(away).toContain('OPAQUE_SERVER_SETUP in use cannot be looked at')
    expect(away).not.toContain(OPRF_TOKEN)
  })

  test('says whether the page sends devices to an address that core is set up for', async () => {
    const secrets = { LOGIN_INDEX_KEY: 'a'.repeat(43) }
    const page = await startServer({
      env: { PORT: '0', BASE_URL: 'https://id.example', CORE_URL: 'https://core.example' },
      logger: createLogger({ level: 'silent' }),
      components: ['consent'],
    })
    const { port } = page.app.server.address() as AddressInfo
    const core = { ...secrets, BASE_URL: 'https://id.example', CONSENT_URL: `http://127.0.0.1:${port}` }
    const { said } = await run(['doctor'], core)
    expect(said).toContain('- address of core is https://core.example for the page, which core is not set up for')
    const { said: mended } = await run(['doctor'], { ...core, CORE_URL: 'https://core.example' })
    expect(mended).toMatch(/address of core +https:\/\/core\.example +http/)
    expect(mended).not.toContain('- address of core')
    await page.close()
    expect((await run(['doctor'], core)).said).toMatch(/address of core +the page did not say it/)
  })

  test('names a proxy that forwarded requests and was not believed', async () => {
    const secrets = await makeSecrets()
    const env = { DATABASE_URL: databaseUrl, PORT: '0', ...secrets }
    const server = await startServer({ env, logger: createLogger({ level: 'silent' }), components: ['provider'] })
    await fetch(`${server.url}/.well-known/jwks.json`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    await server.close()
    const { said } = await run(['doctor'])
    expect(said).toMatch(/- proxy (127\.0\.0\.1|::\/64) forwards requests and is not believed/)
    expect(said).not.toContain('192.0.2.7')
    const { said: mended } = await run(['doctor'], { TRUSTED_PROXIES: '127.0.0.0/8, ::1' })
    expect(mended).not.toContain('is not believed')
  })

  test('explains a list of proxies that cannot be read', async () => {
    const { said } = await run(['doctor'], { TRUSTED_PROXIES: 'nginx' })
    expect(said).toContain('- TRUSTED_PROXIES must hold IP addresses or networks')
  })

  test('looks at an embedded database that has no tables yet', async () => {
    const folder = copyEmptyDatabase(mkdtempSync(join(tmpdir(), 'countersign-doctor-')))
    const served = { ...(await makeSecrets()), BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none' }
    const { code, said } = await run(['doctor'], { ...served, DATABASE_URL: '', DATA_DIR: folder })
    expect(said).toMatch(/database +embedded/)
    // A weakness that stops no sign-in is no failure.
    expect(said).toContain('- database is embedded')
    expect(code).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test.each([
    [
      'an older version made',
      `delete from core.migrations where name = (select max(name) from core.migrations)`,
      /lacks core\/0\d+-.*Run: countersign migrate/,
    ],
    ['other migrations made', `update core.migrations set checksum = 'x'`, /0001-.* was changed after it was applied/],
  ])('ends with 1 on a database that %s, as serve would', async (_made, change, hint) => {
    const created = await createServerDatabase()
    const served = { ...(await makeSecrets()), BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none' }
    const env = { ...served, DATABASE_URL: created.url }
    expect((await run(['doctor'], env)).code).toBe(0)
    await run(['migrate'], env)
    expect((await run(['doctor'], env)).code).toBe(0)
    const database = await openDatabase({ databaseUrl: created.url })
    await database.pool.query(change)
    await database.close()
    const { code, said, complaint } = await run(['doctor'], env)
    expect({ code, complaint }).toEqual({ code: 1, complaint: 'To be mended: schema.\n' })
    expect(said).toMatch(hint)
    await created.drop()
  })

  test("a developer's machine has nothing to mend: its secrets are made, and it serves no strangers", async () => {
    const folder = copyEmptyDatabase(mkdtempSync(join(tmpdir(), 'countersign-doctor-')))
    await provideDevelopmentSecrets(folder)
    const { code, said } = await run(['doctor'], { DATABASE_URL: '', DATA_DIR: folder })
    expect(said).toContain('- TRUSTED_PROXIES is not set')
    expect(code).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('goes on when the database is away', async () => {
    const { code, said } = await run(['doctor'], { DATABASE_URL: 'postgresql://ada:hunter2@127.0.0.1:9/none' })
    expect(code).toBe(1)
    expect(said).toContain('- database cannot be looked at')
    expect(said).not.toContain('hunter2')
  })
})

describe('countersign secrets', () => {
  test('makes all that serve needs, in a file that only its owner can read, and never replaces one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-secrets-'))
    const path = join(folder, 'countersign.env')
    expect(await run(['secrets', '--out', path])).toMatchObject({ code: 0, said: expect.stringContaining(path) })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    // As a shell reads it, which is how the guide has it read.
    const seen = execFileSync('sh', [
      '-c',
      `set -a; . '${path}'; exec "$0" -p 'JSON.stringify(process.env)'`,
      process.execPath,
    ])
    const env: Record<string, string> = JSON.parse(String(seen))
    expect(env).toMatchObject(parseEnv(text))
    // It would stay behind when the secret that it is the half of is replaced.
    expect(env).not.toHaveProperty('OPAQUE_SERVER_KEYS')
    expect(text).toMatch(/^# .*apart from core.* OPAQUE_SERVER_KEYS=[\w-]{43}$/m)
    // Only a core that has a process for passwords takes it.
    expect(env).not.toHaveProperty('OPRF_TOKEN')
    expect(text).toMatch(/^# .*serve oprf.* OPRF_TOKEN=[\w-]{43}$/m)
    expect(JSON.parse(env['DATA_TOKEN_SECRET'] ?? '')).toMatchObject({ kty: 'EC', d: expect.any(String) })
    const server = await startServer({
      env: {
        ...parseEnv(text),
        DATABASE_URL: databaseUrl,
        PORT: '0',
        BASE_URL: 'https://id.example',
        TRUSTED_PROXIES: 'none',
      },
      logger: createLogger({ level: 'silent' }),
      components: ['provider', 'core'],
      rules: checkProductionRules,
    })
    await server.close()

    const again = await run(['secrets', '--out', path])
    expect(again).toMatchObject({ code: 1, complaint: expect.stringContaining('is there already') })
    expect(readFileSync(path, 'utf8')).toBe(text)
    rmSync(folder, { recursive: true })
  })
})

describe('scopes and claims', () => {
  const DE = { title: 'Kundenkarte', description: 'Die Nummer Ihrer Karte.' }

  /** The commands of a guide's first block, as a shell would take them apart. */
  function commandsOf(text: string): string[][] {
    const [, block = ''] = /```sh\n(.*?)```/s.exec(text) ?? []
    const lines = block.replaceAll('\\\n', ' ').trim().split('\n')
    return lines.map((line) =>
      Array.from(
        line.matchAll(/"(?<quoted>[^"]*)"|(?<word>\S+)/g),
        ({ groups }) => groups?.['quoted'] ?? groups?.['word'] ?? '',
      ).slice(1),
    )
  }

  test('are defined as the guide says, changed, and removed in their order', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/apps/scopes.md'), 'utf8')
    const [labels = '', texts = ''] = Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, json = '']) => json)
    writeFileSync(join(typedIn, 'labels.json'), labels)
    writeFileSync(join(typedIn, 'texts.json'), texts)
    const { client_id } = await runJson(ADD_CLIENT)
    for (const command of commandsOf(guide.replace('CLIENT_ID', client_id))) {
      expect(await run(command)).toMatchObject({ code: 0, complaint: '' })
    }
    const en = { title: 'Loyalty card', description: 'The number of your card.' }
    const added = JSON.parse((await run(['scopes', 'show', 'loyalty'])).said)
    expect(added).toEqual({ name: 'loyalty', resource: null, texts: { en, de: DE }, claims: ['loyalty_number'] })
    const updated = await runJson(['scopes', 'update', 'loyalty', '--description', 'What it says.'])
    expect(updated).toEqual({ ...added, texts: { en: { ...en, description: 'What it says.' }, de: DE } })
    expect(await runJson(['claims', 'update', 'loyalty_number', '--openid-name', 'https://shop.example/n'])).toEqual({
      name: 'loyalty_number',
      openid_name: 'https://shop.example/n',
      labels: { en: 'Loyalty number', de: 'Kundennummer', fr: 'Numéro de fidélité' },
    })
    expect((await run(['scopes', 'list'])).said).toContain('Loyalty card')
    expect((await run(['claims', 'list'])).said).toContain('https://shop.example/n')
    expect(JSON.parse((await run(['scopes', 'show', 'loyalty'])).said)).toEqual(updated)
    expect((await run(['scopes', 'remove', 'loyalty', '--yes'])).complaint).toContain(client_id)
    await run(['clients', 'remove', client_id, '--yes'])
    expect((await run(['claims', 'remove', 'loyalty_number'])).complaint).toContain('These scopes release the claim')
    expect((await run(['scopes', 'remove', 'loyalty', '--yes'])).code).toBe(0)
    expect((await run(['claims', 'remove', 'loyalty_number'])).code).toBe(0)
  })

  test.each([
    [['scopes', 'add', 'new'], 'Name it in English'],
    [['scopes', 'add', 'a b', '--title', 'A'], 'A scope is named'],
    [['scopes', 'add', 'email', '--title', 'A'], 'built in'],
    [['scopes', 'add', 'new', '--title', 'A', '--claim', 'iban'], 'define it first'],
    [['scopes', 'update', 'none', '--title', 'A'], 'countersign scopes list'],
    [['scopes', 'show', 'none'], 'countersign scopes list'],
    [['scopes', 'remove', 'none'], 'add --yes'],
    [['claims', 'add', 'IBAN', '--label', 'IBAN'], 'A claim is named'],
    [['claims', 'add', 'iban'], 'Name it in English'],
    [['claims', 'add', 'iban', '--label', 'IBAN', '--openid-name', 'a b'], '--openid-name must be'],
    [['claims', 'show', 'none'], 'countersign claims list'],
  ])('%j is refused with what to do', async (parameters, hint) => {
    const { code, complaint } = await run(parameters)
    expect({ code, complaint }).toEqual({ code: 1, complaint: expect.stringContaining(hint) })
  })
})

describe('the audit trail', () => {
  test('holds every change that the command line makes, with the user of the operating system', async () => {
    const secrets = await makeSecrets()
    const { client_id } = await runJson(ADD_CLIENT)
    await runJson(['clients', 'update', client_id, '--name', 'New'])
    await runJson(['clients', 'rotate-secret', client_id])
    await run(['clients', 'remove', client_id, '--yes'])
    const { token_id } = await runJson(['registration-tokens', 'create'])
    await run(['registration-tokens', 'remove', token_id])
    await run(['keys', 'rotate', '--immediately'], secrets)
    // What changes nothing is not recorded.
    await run(['clients', 'update', client_id, '--name', 'Gone'])
    await run(['clients', 'list'])
    const { said, complaint } = await run(['audit', '--limit', '7', '--json'])
    expect(complaint).toContain('There are more than these 7: --limit')
    const events: Record<string, string>[] = JSON.parse(said)
    const by = `command_line:${userInfo().username}`
    expect(events.map(({ event, outcome, client_id: id }) => [event, outcome, id])).toEqual([
      ['keys_rotated', by, null],
      ['initial_access_token_removed', by, null],
      ['initial_access_token_created', by, null],
      ['client_removed', by, client_id],
      ['client_secret_rotated', by, client_id],
      ['client_updated', by, client_id],
      ['client_registered', by, client_id],
    ])
  })
})

import type { AddressInfo } from 'node:net'
import { openDatabase } from '@countersign/service/sql'
import { copyEmptyDatabase, createServerDatabase, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ADD_CLIENT, runCommand, startCommandLine, startQuietly } from '../../test/command-line.ts'
import { provideDevelopmentSecrets } from '../dev/development-secrets.ts'
import { generateSecrets } from '../secrets.ts'

const URL_OF_ID = { BASE_URL: 'https://id.example' }
const secrets = await generateSecrets()
const { OPAQUE_SERVER_SETUP, LOGIN_INDEX_KEY } = secrets
const SERVED = { ...secrets, ...URL_OF_ID, TRUSTED_PROXIES: 'none' }
const OPRF_TOKEN = 'v8Kd2Lq7Wm4Xp1Zs6Rt9Yb3Nc5Jf0Hg-uE'

const line = startBeforeAll(startCommandLine)
const doctor = (env: Readonly<Record<string, string>> = {}) => line.runWith(env, 'doctor')

/** Runs `work` while one account has a password of an unknown setup. */
async function withUnknownPassword(work: () => Promise<void>): Promise<void> {
  await line.run('migrate')
  const database = await openDatabase({ databaseUrl: line.url })
  try {
    await database.sql`
      insert into core.passwords (credential_identifier, user_id, unlock_id, registration_record, setup_id, index_key_id)
      values ('ada', gen_random_uuid(), gen_random_uuid(), 'record', 'of another setup', 'of another key')`
    await work()
    await database.sql`delete from core.passwords`
  } finally {
    await database.close()
  }
}

test('doctor prints what is in force, its source and what is weak, and never a secret', async () => {
  const secret = 'a-shared-secret-of-more-than-32-characters'
  const shared = { DATA_TOKEN_SECRET: secret, INTERNAL_SERVICE_TOKEN: 'short-and-secret' }
  const env = { ...shared, OPAQUE_SERVER_SETUP, BASE_URL: 'http://id.example' }
  const { code, said, complaint } = await doctor(env)
  expect(code).toBe(1)
  expect(complaint).toMatch(/^To be mended: BASE_URL, .*LOGIN_INDEX_KEY/)
  expect(said).not.toContain(secret)
  expect(said).not.toContain('short-and-secret')
  for (const part of [
    /BASE_URL +http:\/\/id\.example +environment/,
    /PORT +8080 +default/,
    /DATA_TOKEN_SECRET +set +environment/,
    /- DATA_TOKEN_SECRET is a shared secret/,
    /- BASE_URL must use https/,
    /- INTERNAL_SERVICE_TOKEN must hold values of at least 32/,
    /- LOGIN_INDEX_KEY is not set/,
    /- TRUSTED_PROXIES is not set/,
    /database +PostgreSQL \d+/,
    // The tests' PostgreSQL runs without fsync.
    /- fsync is off/,
  ]) {
    expect(said).toMatch(part)
  }
})

test.each([
  { BASE_URL: 'id.example.com' },
  { BASE_URL: 'http://id.example.com/path' },
  { PORT: '99999' },
  { CORE_URL: 'nope' },
  { PROVIDER_URL: 'nope', WEB_URL: 'nope' },
  { TRUSTED_PROXIES: 'nginx' },
  { RATE_LIMIT_SIGN_INS: 'abc', RATE_LIMIT_FAILURES: '0' },
  { DYNAMIC_REGISTRATION: 'yes', REQUIRE_PUSHED_AUTHORIZATION_REQUESTS: 'yes' },
  { BRAND_ACCENT: 'red', BRAND_LEGAL_LINKS: 'Imprint', BRAND_SUPPORT_URL: 'help', BRAND_LOGO_FILE: '/nowhere' },
  { LOG_LEVEL: 'loud' },
  { OPAQUE_SERVER_SETUP: 'abcdefghijklmnop', OPAQUE_SERVER_KEYS: 'no key', LOGIN_INDEX_KEY: 'short' },
  { INTERNAL_SERVICE_TOKEN: 'short', KEY_ENCRYPTION_SECRET: 'short', ADMIN_TOKEN: 'short', DATA_TOKEN_SECRET: '{' },
])('doctor names all that serve refuses of %j', async (broken) => {
  const env = { PORT: '0', LOG_LEVEL: 'fatal', BASE_URL: '', ...broken }
  const { complaint } = await line.runWith(env, 'serve')
  const refused = [...complaint.matchAll(/- (\w+) (.*)/g)].map(([, name = '', rule = '']) => ({ name, rule }))
  const { said } = await line.runWith(env, 'doctor', '--json')
  const findings: { name: string; weakness?: string }[] = JSON.parse(said)
  expect(refused.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(broken)))
  for (const { name, rule } of refused) {
    expect(findings.find((finding) => finding.name === name)?.weakness).toContain(rule)
  }
})

const BESIDE = '- page is on the address of provider and core: an intruder'
const ANY_KEY = '- OPAQUE_SERVER_KEYS is not set: pages accept a core'
const NO_KEY_OF_OPRF = '- OPAQUE_SERVER_KEYS is not set. Where OPRF_URL is'
const OPRF = { ...URL_OF_ID, OPRF_URL: 'http://oprf:8080' }

test.each([
  ['reports', 'a page beside core', BESIDE, {}],
  ['reports', 'a page at the address of core', BESIDE, { ...URL_OF_ID, WEB_URL: 'https://id.example' }],
  ['accepts', 'a page apart, seen by core', BESIDE, { ...URL_OF_ID, WEB_URL: 'https://vault.example' }],
  ['accepts', 'a page apart, seen by itself', BESIDE, { ...URL_OF_ID, CORE_URL: 'https://id.example' }],
  ['reports', 'a page apart that accepts any password key', ANY_KEY, { CORE_URL: 'https://id.example' }],
  [
    'accepts',
    'a page apart with password keys',
    ANY_KEY,
    { CORE_URL: 'https://id.example', OPAQUE_SERVER_KEYS: 'a'.repeat(43) },
  ],
  ['accepts', 'a page beside core without password keys', ANY_KEY, {}],
  ['reports', 'a page without password keys beside a core without a setup', NO_KEY_OF_OPRF, OPRF],
  ['accepts', 'a core without a setup and page', NO_KEY_OF_OPRF, { ...OPRF, WEB_URL: 'https://vault.example' }],
])('doctor %s %s: pages need an origin and keys of their own', async (verdict, _what, weakness, env) => {
  const { said } = await runCommand(['doctor'], { DATABASE_URL: 'postgresql://127.0.0.1:9/none', ...env })
  expect(said.includes(weakness)).toBe(verdict === 'reports')
  const isApart = 'CORE_URL' in env || ('WEB_URL' in env && env.WEB_URL !== 'https://id.example')
  expect(said).toMatch(isApart ? /^page +on an address of its own/m : /^page +on the address of provider and core/m)
})

test('doctor reports a claim that apps require verified while core cannot send codes', async () => {
  await line.run('migrate')
  const core = { LOGIN_INDEX_KEY: 'a'.repeat(43) }
  const weakness = '- email is taken only verified, and SMTP_URL is not set'
  expect((await doctor(core)).said).not.toContain(weakness)
  const { client_id } = await line.runJson(...ADD_CLIENT, '--scope', 'email', '--require-verified', 'email')
  expect((await doctor(core)).said).toContain(weakness)
  for (const env of [{ ...core, SMTP_URL: 'smtp://mail' }, {}]) expect((await doctor(env)).said).not.toContain(weakness)
  await line.run('clients', 'remove', client_id, '--yes')
})

test('doctor counts passwords that need a replaced or an unlisted secret', async () => {
  await line.run('migrate')
  const { said } = await doctor({ OPAQUE_SERVER_SETUP, LOGIN_INDEX_KEY })
  expect(said).toMatch(/OPAQUE_SERVER_SETUP in use +passwords that need a former value: 0 +database/)
  expect(said).not.toContain(OPAQUE_SERVER_SETUP)
  await withUnknownPassword(async () => {
    const { said: weak } = await doctor({ OPAQUE_SERVER_SETUP, LOGIN_INDEX_KEY })
    expect(weak).toContain('OPAQUE_SERVER_SETUP in use does not list a value that passwords need (1)')
  })
})

test('doctor asks the OPRF process which setups it lists, and says when that is away', async () => {
  const oprf = await startQuietly({ DATA_DIR: line.path('oprf'), OPAQUE_SERVER_SETUP, OPRF_TOKEN }, 'oprf')
  const core = { LOGIN_INDEX_KEY, OPRF_URL: oprf.url, OPRF_TOKEN }
  await withUnknownPassword(async () => {
    expect((await doctor(core)).said).toContain(
      'OPAQUE_SERVER_SETUP in use does not list a value that passwords need (1)',
    )
  })
  const away = 'OPAQUE_SERVER_SETUP in use cannot be looked at'
  expect((await doctor({ ...core, OPRF_TOKEN: `${OPRF_TOKEN}x` })).said).toContain(away)
  await oprf.close()
  const { said } = await doctor(core)
  expect(said).toContain(away)
  expect(said).not.toContain(OPRF_TOKEN)
})

test('doctor compares the core address that the page gives devices with that of core', async () => {
  const page = await startQuietly({ ...URL_OF_ID, CORE_URL: 'https://core.example' }, 'web')
  const { port } = page.app.server.address() as AddressInfo
  const core = { LOGIN_INDEX_KEY, ...URL_OF_ID, WEB_URL: `http://127.0.0.1:${port}` }
  const { said } = await doctor(core)
  expect(said).toContain('- address of core is https://core.example for the page, which core is not set up for')
  const { said: mended } = await doctor({ ...core, CORE_URL: 'https://core.example' })
  expect(mended).toMatch(/address of core +https:\/\/core\.example +http/)
  expect(mended).not.toContain('- address of core')
  await page.close()
})

test('doctor names a proxy that forwarded requests and was not believed', async () => {
  const server = await startQuietly({ DATABASE_URL: line.url, ...secrets }, 'provider')
  await fetch(`${server.url}/.well-known/jwks.json`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
  await server.close()
  const { said } = await doctor()
  expect(said).toMatch(/- proxy (127\.0\.0\.1|::\/64) forwards requests and is not believed/)
  expect(said).not.toContain('192.0.2.7')
  expect((await doctor({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' })).said).not.toContain('is not believed')
})

test('doctor names each proxy that is not believed once, also behind newer events of believed ones', async () => {
  await line.run('migrate')
  const database = await openDatabase({ databaseUrl: line.url })
  const networks = ['192.0.2.9', '198.51.100.0', '192.0.2.9', '2001:db8::/64']
  const start = Date.now()
  for (const [index, network] of networks.entries()) {
    const hex = (start + index).toString(16).padStart(12, '0')
    await database.sql`
      insert into provider.audit_events (event_id, at, event, network)
      values (${`${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`}, now(), 'forwarded_header_ignored', ${network})`
  }
  await database.close()
  const { said } = await doctor({ TRUSTED_PROXIES: '127.0.0.0/8, ::1, 2001:db8::7/128' })
  expect(said.match(/- proxy \S+/g)).toEqual(['- proxy 192.0.2.9', '- proxy 198.51.100.0'])
})

test('doctor ends with 0 on an embedded database without tables', async () => {
  const { code, said } = await doctor({ ...SERVED, DATABASE_URL: '', DATA_DIR: copyEmptyDatabase(line.path('empty')) })
  expect(said).toMatch(/database +embedded/)
  expect(said).toContain('- database is embedded')
  expect(code).toBe(0)
})

test('doctor takes nothing that countersign dev made for settings of a server, and ends with 1', async () => {
  const folder = copyEmptyDatabase(line.path('developed'))
  await provideDevelopmentSecrets(folder)
  const { LOGIN_INDEX_KEY: _missing, ...env } = SERVED
  const at = (settings: object) => doctor({ ...settings, DATABASE_URL: '', DATA_DIR: folder })
  expect(await at({})).toMatchObject({ code: 1, said: expect.stringContaining('- BASE_URL is not set') })
  expect(await at(env)).toMatchObject({ code: 1, said: expect.not.stringContaining('secrets.json') })
})

test('doctor ends with 1 on a database with other migrations, and says what to do', async () => {
  const created = await createServerDatabase()
  const env = { ...SERVED, DATABASE_URL: created.url }
  expect((await doctor(env)).code).toBe(0)
  await line.runWith(env, 'migrate')
  expect((await doctor(env)).code).toBe(0)
  const database = await openDatabase({ databaseUrl: created.url })
  for (const [change, hint] of [
    ["update core.migrations set checksum = 'x'", /0001-.* was changed after it was applied/],
    [
      `delete from core.migrations where name not like '0001-%';
       update core.migrations set name = '0001-accounts.sql', needs_version = null`,
      /only those of commit daf162d2 are taken over/,
    ],
  ] as const) {
    await database.pool.query(change)
    expect(await doctor(env)).toEqual({
      code: 1,
      said: expect.stringMatching(hint),
      complaint: 'To be mended: schema.\n',
    })
  }
  await database.close()
  await created.drop()
})

test('doctor goes on when the database is away, and keeps its password', async () => {
  const { code, said } = await doctor({ DATABASE_URL: 'postgresql://ada:hunter2@127.0.0.1:9/none' })
  expect(code).toBe(1)
  expect(said).toContain('- database cannot be looked at')
  expect(said).not.toContain('hunter2')
})

import { type HealthReport } from '@countersign/contracts'
import { VERSION } from '@countersign/service/settings'
import { closeAfterTest, databaseForTest } from '@countersign/testing'
import { expect, test } from 'vitest'
import { runCommand, startQuietly } from '../../test/command-line.ts'
import { generateSecrets } from '../secrets.ts'

const ADMIN_TOKEN = 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kC'
const secrets = await generateSecrets()

async function serve(env: Readonly<Record<string, string>>) {
  const served = { ...secrets, ADMIN_TOKEN, ...env }
  const server = await startQuietly(served, 'provider', 'core')
  closeAfterTest(server)
  async function readHealth(path = '/api/admin/health/'): Promise<HealthReport> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const answer = await fetch(`${server.url}${path}`, { headers })
    expect(answer.status).toBe(200)
    return JSON.parse(await answer.text())
  }
  return { ...server, served, readHealth }
}

test('health: an administrator reads what doctor says of a process that runs, and no secret', async () => {
  const weak = { DATA_TOKEN_SECRET: 'a shared secret of more than 32 characters' }
  const DATABASE_URL = await databaseForTest()
  const { readHealth, served, url } = await serve({ DATABASE_URL, ...weak })
  await fetch(`${url}/health/ready`)
  const report = await readHealth()
  expect(report).toEqual({
    component: 'provider',
    version: VERSION,
    node: process.versions.node,
    started_at: expect.stringContaining('T'),
    checks: ['database', 'clock', 'schema', 'rights', 'keys'].map((check) => ({ check, outcome: 'ok' })),
    clock_offset_seconds: expect.any(Number),
    database: { engine: 'postgresql', version: expect.stringMatching(/^\d+/) },
    // The PostgreSQL of the tests archives nothing.
    last_backup_at: null,
    keys_rotate_at: expect.stringContaining('T'),
    mail: null,
    events: null,
    findings: expect.arrayContaining([
      { severity: 'warning', text: expect.stringMatching(/^DATA_TOKEN_SECRET is a shared secret/) },
      { severity: 'warning', text: expect.stringMatching(/^fsync is off/) },
    ]),
  })
  for (const secret of [...Object.values(secrets), ADMIN_TOKEN, weak.DATA_TOKEN_SECRET]) {
    expect(JSON.stringify(report)).not.toContain(secret)
  }
  const { said } = await runCommand(['doctor', '--json'], { ...served, BASE_URL: '' })
  for (const { text } of report.findings) {
    expect(said.replaceAll('\\"', '"')).toContain(text.slice(text.indexOf(' ') + 1))
  }
  expect(said).toContain(report.keys_rotate_at)
})

test("health: core's report has what core alone knows, and nothing twice that the provider's has", async () => {
  const { readHealth, database } = await serve({
    DATABASE_URL: await databaseForTest(),
    SMTP_URL: 'smtp://mail',
    MAIL_FROM: 'a@b.example',
  })
  await database?.pool.query(`
    insert into core.passwords (credential_identifier, user_id, unlock_id, registration_record, setup_id, index_key_id)
    values ('ada', gen_random_uuid(), gen_random_uuid(), 'record', 'of another setup', 'of another key')`)
  const [provider, core] = [await readHealth(), await readHealth('/api/core/admin/core-health/')]
  expect(core).toMatchObject({
    component: 'core',
    keys_rotate_at: null,
    mail: { is_configured: true, failures_last_day: 0, last_failure: null },
    findings: ['OPAQUE_SERVER_SETUP', 'LOGIN_INDEX_KEY'].map((name) => ({
      severity: 'error',
      text: expect.stringContaining(`${name} in use does not list a value`),
    })),
  })
  expect(provider.findings.filter(({ text }) => core.findings.some((other) => other.text === text))).toEqual([])
})

test('health: a report is answered while the database is away, and says so', async () => {
  const { readHealth, database } = await serve({ DATABASE_URL: await databaseForTest() })
  await database?.close()
  const report = await readHealth()
  expect(report).toMatchObject({ database: { version: null }, keys_rotate_at: null, last_backup_at: null })
  expect(report.checks).toContainEqual({ check: 'database', outcome: 'unavailable' })
  expect(report.findings).toContainEqual({ severity: 'error', text: expect.stringMatching(/^database cannot be/) })
})

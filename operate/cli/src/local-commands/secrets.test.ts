import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { refusal, startCommandLine } from '../../test/command-line.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { findProblems } from '../settings/server-settings.ts'

const SERVED = { BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none' }

const line = startBeforeAll(startCommandLine)

test('secrets makes all that serve needs, in a file that only its owner can read, and never replaces one', async () => {
  const path = line.path('countersign.env')
  const make = () => line.run('secrets', '--out', path)
  expect(await make()).toMatchObject({ code: 0, said: expect.stringContaining(path) })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const text = readFileSync(path, 'utf8')
  // The guide has a shell read the file.
  const script = `set -a; . '${path}'; exec "$0" -p 'JSON.stringify(process.env)'`
  const env: Record<string, string> = JSON.parse(String(execFileSync('sh', ['-c', script, process.execPath])))
  expect(env).toMatchObject(parseEnv(text))
  expect(JSON.parse(env['DATA_TOKEN_SECRET'] ?? '')).toMatchObject({ kty: 'EC', d: expect.any(String) })
  // As comments: the public key must not outlive its secret, and only a core with an OPRF process takes the token.
  for (const name of ['OPAQUE_SERVER_KEYS', 'OPRF_TOKEN']) expect(env).not.toHaveProperty(name)
  expect(text).toMatch(/^# .*apart from core.* OPAQUE_SERVER_KEYS=[\w-]{43}$/m)
  expect(env).not.toHaveProperty('EVENTS_SECRET')
  const [, EVENTS_SECRET] = /^# With EVENTS_URL.* EVENTS_SECRET=(\S+)$/m.exec(text) ?? []
  expect(text).toMatch(/^# .*serve oprf.* OPRF_TOKEN=[\w-]{43}$/m)
  const served = { ...parseEnv(text), ...SERVED, EVENTS_URL: 'https://siem.example/?token=a', EVENTS_SECRET }
  const components = ['provider', 'core'] as const
  expect(await findProblems({ env: served, components, rules: checkProductionRules })).toEqual([])

  expect(await make()).toMatchObject(refusal('is there already'))
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('secrets writes each to a file of its own, which serve and doctor read, and no command prints', async () => {
  const folder = line.path('my secrets')
  const make = () => line.run('secrets', '--directory', folder)
  const { code, said } = await make()
  expect(code).toBe(0)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const served = { ...parseEnv(said), ...SERVED }
  const settings = readdirSync(folder)
  for (const name of settings) {
    expect(statSync(line.path(`my secrets/${name}`)).mode & 0o777).toBe(0o600)
    expect(served).toHaveProperty(`${name}_FILE`, line.path(`my secrets/${name}`))
  }
  const problems = () => findProblems({ env: served, components: ['provider', 'core'], rules: checkProductionRules })
  expect(await problems()).toEqual([])
  expect(await make()).toMatchObject(refusal('is there already'))

  await line.run('migrate')
  chmodSync(line.path('my secrets/LOGIN_INDEX_KEY'), 0o644)
  const doctor = await line.runWith(served, 'doctor')
  expect(doctor).toMatchObject({ code: 0, said: expect.stringMatching(/LOGIN_INDEX_KEY +set +LOGIN_INDEX_KEY_FILE/) })
  expect(doctor.said).toContain('- LOGIN_INDEX_KEY is in a file that every user of this machine may read:')
  for (const mode of [0o602, 0o620, 0o660]) {
    chmodSync(line.path('my secrets/LOGIN_INDEX_KEY'), mode)
    const { said: weak } = await line.runWith(served, 'doctor')
    expect(weak).toContain('- LOGIN_INDEX_KEY is in a file that users other than its owner may change:')
  }
  chmodSync(line.path('my secrets/LOGIN_INDEX_KEY'), 0o440)
  expect((await line.runWith(served, 'doctor')).said).not.toContain('LOGIN_INDEX_KEY is in a file')
  const contents = settings.map((name) => readFileSync(line.path(`my secrets/${name}`), 'utf8').trim())
  for (const content of contents) expect(`${said}${doctor.said}`).not.toContain(content)

  chmodSync(line.path('my secrets/LOGIN_INDEX_KEY'), 0o600)
  writeFileSync(line.path('my secrets/LOGIN_INDEX_KEY'), '\n')
  expect(await problems()).toEqual([expect.stringMatching(/^LOGIN_INDEX_KEY is not read: .*my secrets.*is empty\.$/)])
  expect((await line.runWith(served, 'doctor')).complaint).toBe('To be mended: LOGIN_INDEX_KEY.\n')
})

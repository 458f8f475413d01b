import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { refusal, startCommandLine } from '../../test/command-line.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { findProblems } from '../settings/server-settings.ts'

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
  expect(text).toMatch(/^# .*serve oprf.* OPRF_TOKEN=[\w-]{43}$/m)
  const served = { ...parseEnv(text), BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none' }
  const components = ['provider', 'core'] as const
  expect(await findProblems({ env: served, components, rules: checkProductionRules })).toEqual([])

  expect(await make()).toMatchObject(refusal('is there already'))
  expect(readFileSync(path, 'utf8')).toBe(text)
})

import { generateDataTokenSecret } from '@countersign/data-token'
import { SettingsError } from '@countersign/service/settings'
import { expect, test } from 'vitest'
import { readProviderConfig } from '../src/index.ts'

async function read(changes: Record<string, string>) {
  const env = {
    BASE_URL: 'https://id.example',
    INTERNAL_SERVICE_TOKEN: 'service-token-for-tests-0123456789abcdef',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
    ...changes,
  }
  return readProviderConfig(env)
}

test('settings that an operator leaves out are closed, limited and kept for a while', async () => {
  expect(await read({})).toMatchObject({
    adminTokens: undefined,
    dynamicRegistration: 'off',
    rateLimits: { failures: 20, authorize: 60, registration: 5 },
    retention: { auditDays: 365, reuseDetectionDays: 30 },
    grantLifetimeSeconds: 180 * 86_400,
    refreshReuseSeconds: 10,
  })
})

test('settings that an operator makes are in force', async () => {
  const settings = {
    ADMIN_TOKEN: 'an-administration-token-of-length-32,a-former-administration-token-of-32',
    DYNAMIC_REGISTRATION: 'token',
    RATE_LIMIT_FAILURES: '1',
    RATE_LIMIT_AUTHORIZE: '2',
    RATE_LIMIT_REGISTRATION: '3',
    AUDIT_RETENTION_DAYS: '4',
    REUSE_DETECTION_DAYS: '0',
    GRANT_LIFETIME_DAYS: '1',
  }
  expect(await read(settings)).toMatchObject({
    // A new one and an old one, while the token is replaced.
    adminTokens: settings.ADMIN_TOKEN.split(','),
    dynamicRegistration: 'token',
    rateLimits: { failures: 1, authorize: 2, registration: 3 },
    retention: { auditDays: 4, reuseDetectionDays: 0 },
    grantLifetimeSeconds: 86_400,
  })
})

test.each([
  [
    'a short administration token',
    { ADMIN_TOKEN: 'hunter2' },
    'ADMIN_TOKEN must hold values of at least 32 characters',
  ],
  ['an unknown mode', { DYNAMIC_REGISTRATION: 'on' }, 'DYNAMIC_REGISTRATION must be one of: off, token, open.'],
  ['no failures at all', { RATE_LIMIT_FAILURES: '0' }, 'RATE_LIMIT_FAILURES must be a whole number'],
  ['no retention', { AUDIT_RETENTION_DAYS: '0' }, 'AUDIT_RETENTION_DAYS must be a whole number'],
])('%s is refused by name, never by value', async (_case, changes, problem) => {
  const refusal = await read(changes).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SettingsError)
  expect(String(refusal)).toContain(problem)
  expect(String(refusal)).not.toContain('hunter2')
})

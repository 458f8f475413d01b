import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@countersign/service/settings'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { readProviderConfig } from './config.ts'

const ENVIRONMENT = {
  INTERNAL_SERVICE_TOKEN: 'service-token-for-tests-0123456789abcdef,the-old-service-token-0123456789abcdef',
  DATA_TOKEN_SECRET: 'data-token-secret-for-tests-0123456789',
  TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
}

async function read(changes: Readonly<Record<string, string>>) {
  return readProviderConfig({ ...ENVIRONMENT, ...changes })
}

test('keys are sealed under the first KEY_ENCRYPTION_SECRET, or else under the service tokens', async () => {
  const [one, two] = ['one-secret-that-is-long-enough-for-it', 'two-secret-that-is-long-enough-for-it']
  expect((await read({ KEY_ENCRYPTION_SECRET: `${one}, ${two}` })).keyEncryptionSecrets).toEqual([one, two])
  const fallback = await read({})
  expect(fallback.keyEncryptionSecrets).toEqual(fallback.serviceTokens)
})

test('tokens are made under the first TOKEN_SECRET of several, from the environment or a file', async () => {
  const [one, two] = ['one-secret-that-is-long-enough-for-it', 'two-secret-that-is-long-enough-for-it']
  expect((await read({ TOKEN_SECRET: `${one}, ${two}` })).tokenSecrets).toEqual([one, two])
  const path = join(temporaryFolder(), 'TOKEN_SECRET')
  writeFileSync(path, `${two}\n`, { mode: 0o600 })
  expect((await read({ TOKEN_SECRET: '', TOKEN_SECRET_FILE: path })).tokenSecrets).toEqual([two])
})

test('a former refresh token gets the same answer for ten seconds, unless set otherwise', async () => {
  expect((await read({})).refreshReuseSeconds).toBe(10)
  for (const seconds of [0, 60]) {
    expect((await read({ REFRESH_REUSE_SECONDS: String(seconds) })).refreshReuseSeconds).toBe(seconds)
  }
})

test('an id_token lives five minutes and a key signs for ninety days, unless set otherwise', async () => {
  expect(await read({})).toMatchObject({ idTokenLifetimeSeconds: 300, keyRotationSeconds: 7_776_000 })
  expect(await read({ ID_TOKEN_LIFETIME: '3600', KEY_ROTATION_DAYS: '1' })).toMatchObject({
    idTokenLifetimeSeconds: 3600,
    keyRotationSeconds: 86_400,
  })
})

test.each([
  [{}, 'sealed'],
  [{ DYNAMIC_REGISTRATION: 'token' }, 'sealed'],
  [{ DYNAMIC_REGISTRATION: 'open' }, 'any'],
  [{ DYNAMIC_REGISTRATION: 'open', CLIENT_METADATA_HOSTS: 'sealed' }, 'sealed'],
  [{ CLIENT_METADATA_HOSTS: 'app.example' }, 'none'],
  [{ CLIENT_METADATA_HOSTS: 'off' }, undefined],
])('with %j, documents of unlisted hosts are taken as: %s', async (changes, others) => {
  expect((await read(changes)).clientMetadataHosts?.others).toBe(others)
})

test.each([
  [{ KEY_ENCRYPTION_SECRET: 'short' }, 'KEY_ENCRYPTION_SECRET must hold values of at least 32 characters'],
  // Never another secret in its place.
  [{ TOKEN_SECRET: '', KEY_ENCRYPTION_SECRET: 'a-secret-that-is-long-enough-for-all' }, 'TOKEN_SECRET is not set.'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must hold values of at least 32 characters'],
  [{ TOKEN_SECRET: `${ENVIRONMENT.TOKEN_SECRET},short` }, 'TOKEN_SECRET must hold values of at least 32 characters'],
  [{ REFRESH_REUSE_SECONDS: '61' }, 'REFRESH_REUSE_SECONDS must be a whole number from 0 to 60.'],
  [{ ID_TOKEN_LIFETIME: '3601' }, 'ID_TOKEN_LIFETIME must be a whole number from 60 to 3600.'],
  [{ KEY_ROTATION_DAYS: '0' }, 'KEY_ROTATION_DAYS must be a whole number from 1 to 365.'],
])('%j is refused by name, never by value', async (changes, message) => {
  const refusal = await read(changes).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SettingsError)
  expect(String(refusal)).toContain(message)
  expect(String(refusal)).not.toContain('short')
})

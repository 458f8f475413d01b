import { SettingsError } from '@countersign/service/settings'
import { expect, test } from 'vitest'
import { readProviderConfig } from './config.ts'

const ENVIRONMENT = {
  INTERNAL_SERVICE_TOKEN: 'service-token-for-tests-0123456789abcdef,the-old-service-token-0123456789abcdef',
  DATA_TOKEN_SECRET: 'data-token-secret-for-tests-0123456789',
}

async function read(changes: Readonly<Record<string, string>>) {
  return readProviderConfig({ ...ENVIRONMENT, ...changes })
}

test('keys are sealed under KEY_ENCRYPTION_SECRET, the first of several; where it is not set, under the service tokens', async () => {
  const [one, two] = ['one-secret-that-is-long-enough-for-it', 'two-secret-that-is-long-enough-for-it']
  expect((await read({ KEY_ENCRYPTION_SECRET: `${one}, ${two}` })).keyEncryptionSecrets).toEqual([one, two])
  const fallback = await read({})
  expect(fallback.keyEncryptionSecrets).toEqual(fallback.serviceTokens)
})

test('an id_token lives five minutes and a key signs for ninety days, unless set otherwise', async () => {
  expect(await read({})).toMatchObject({ idTokenLifetimeSeconds: 300, keyRotationSeconds: 7_776_000 })
  expect(await read({ ID_TOKEN_LIFETIME: '3600', KEY_ROTATION_DAYS: '1' })).toMatchObject({
    idTokenLifetimeSeconds: 3600,
    keyRotationSeconds: 86_400,
  })
})

test.each([
  [{ KEY_ENCRYPTION_SECRET: 'short' }, 'KEY_ENCRYPTION_SECRET must hold values of at least 32 characters'],
  [{ ID_TOKEN_LIFETIME: '3601' }, 'ID_TOKEN_LIFETIME must be a whole number from 60 to 3600.'],
  [{ KEY_ROTATION_DAYS: '0' }, 'KEY_ROTATION_DAYS must be a whole number from 1 to 365.'],
])('%j is refused by name, never by value', async (changes, message) => {
  const refusal = await read(changes).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SettingsError)
  expect(String(refusal)).toContain(message)
  expect(String(refusal)).not.toContain('short')
})

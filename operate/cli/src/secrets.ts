import { randomBytes } from 'node:crypto'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'

/** Secrets of serve, by setting. */
export const SECRET_NAMES = [
  'INTERNAL_SERVICE_TOKEN',
  'DATA_TOKEN_SECRET',
  'KEY_ENCRYPTION_SECRET',
  'TOKEN_SECRET',
  'OPAQUE_SERVER_SETUP',
  'LOGIN_INDEX_KEY',
] as const

export type SecretName = (typeof SECRET_NAMES)[number]
export type Secrets = Readonly<Record<SecretName, string>>

/** New random values; DATA_TOKEN_SECRET is a private JWK. `core`: reused ones, which take longest to make. */
export async function generateSecrets(core = generateCoreSecrets()): Promise<Secrets> {
  return {
    INTERNAL_SERVICE_TOKEN: randomBytes(32).toString('base64url'),
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    KEY_ENCRYPTION_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_SECRET: randomBytes(32).toString('base64url'),
    ...(await core),
  }
}

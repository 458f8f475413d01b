import { DataTokenKeyError, type DataTokenKeys, readDataTokenKeys } from '@countersign/data-token'
import type { SettingsReader } from '@countersign/service'

export type ProviderConfig = {
  /** The public address, exactly as apps see it in `iss` (RFC 9207 §2). Never taken from a request. */
  readonly issuer: string
  readonly consentUrl: string
  /** The first is what core sends today; all of them are accepted while the secret is being rotated. */
  readonly serviceTokens: readonly string[]
  readonly dataTokenKeys: DataTokenKeys
  readonly requestLifetimeSeconds: number
  /** Without it there is no administration API. */
  readonly adminToken: string | undefined
  /** Who may register an app over the network: nobody, whoever has an initial access token, or anyone (RFC 7591 §3). */
  readonly dynamicRegistration: 'off' | 'token' | 'open'
  readonly rateLimits: RateLimits
  readonly retention: Retention
  readonly pushedRequestLifetimeSeconds: number
  /** Whether every client must push its requests (RFC 9126 §5); a client may also have bound itself to it. */
  readonly requirePushedRequests: boolean
  /** The provider's own keys are sealed under the first; all of them open, while the secret is being rotated. */
  readonly keyEncryptionSecrets: readonly string[]
  /** How long a key signs before its successor takes over. */
  readonly keyRotationSeconds: number
  readonly idTokenLifetimeSeconds: number
  /** How long a person's approval lasts at most, however often its refresh token is rotated. */
  readonly grantLifetimeSeconds: number
}

/** How often one address may; failures and authorize a minute, registration an hour. */
export type RateLimits = { readonly failures: number; readonly authorize: number; readonly registration: number }

export type Retention = {
  readonly auditDays: number
  /** How long an expired refresh token is still known, so that its reuse is noticed (RFC 9700 §4.14.2). */
  readonly reuseDetectionDays: number
}

const MINIMUM_TOKEN_LENGTH = 32
const TEN_MINUTES = 600
const ONE_MINUTE = 60
const ONE_DAY = 86_400
const MINIMUM_KEY_SECRET_LENGTH = 32
const TEN_YEARS_DAYS = 3_650

/** Reads the provider's settings. Problems are collected in the reader; `settings.done()` throws them together. */
export async function readProviderConfig(settings: SettingsReader): Promise<ProviderConfig> {
  const issuer = settings.baseUrl('BASE_URL', 'http://localhost:8080')
  const consentUrl = settings.baseUrl('CONSENT_URL', issuer)
  const serviceTokens = settings.list('INTERNAL_SERVICE_TOKEN', { minLength: MINIMUM_TOKEN_LENGTH })
  const requestLifetimeSeconds = settings.integer('REQUEST_LIFETIME', { min: 60, max: ONE_DAY, fallback: TEN_MINUTES })
  const adminToken =
    settings.optionalText('ADMIN_TOKEN') && settings.text('ADMIN_TOKEN', { minLength: MINIMUM_TOKEN_LENGTH })
  const dynamicRegistration = settings.choice('DYNAMIC_REGISTRATION', ['off', 'token', 'open'], 'off')
  const rateLimits = readRateLimits(settings)
  const retention = readRetention(settings)
  const pushedRequestLifetimeSeconds = settings.integer('PAR_LIFETIME', {
    min: 5,
    max: TEN_MINUTES,
    fallback: ONE_MINUTE,
  })
  const requirePushedRequests = settings.flag('REQUIRE_PUSHED_AUTHORIZATION_REQUESTS', false)
  const dataTokenKeys = await readKeys(settings)
  const openId = readOpenIdSettings(settings, serviceTokens)
  const grantLifetimeDays = settings.integer('GRANT_LIFETIME_DAYS', { min: 1, max: TEN_YEARS_DAYS, fallback: 180 })
  settings.done()
  return {
    issuer,
    consentUrl,
    serviceTokens,
    dataTokenKeys,
    requestLifetimeSeconds,
    pushedRequestLifetimeSeconds,
    requirePushedRequests,
    ...openId,
    grantLifetimeSeconds: grantLifetimeDays * ONE_DAY,
    adminToken,
    dynamicRegistration,
    rateLimits,
    retention,
  }
}

type OpenIdSettings = Pick<ProviderConfig, 'keyEncryptionSecrets' | 'keyRotationSeconds' | 'idTokenLifetimeSeconds'>

/**
 * Without KEY_ENCRYPTION_SECRET the service tokens take its place. The key that seals is derived under a label of its own,
 * so that neither use tells anything about the other.
 */
function readOpenIdSettings(settings: SettingsReader, serviceTokens: readonly string[]): OpenIdSettings {
  const isSet = settings.optionalText('KEY_ENCRYPTION_SECRET') !== undefined
  return {
    keyEncryptionSecrets: isSet
      ? settings.list('KEY_ENCRYPTION_SECRET', { minLength: MINIMUM_KEY_SECRET_LENGTH })
      : serviceTokens,
    keyRotationSeconds: settings.integer('KEY_ROTATION_DAYS', { min: 1, max: 365, fallback: 90 }) * ONE_DAY,
    idTokenLifetimeSeconds: settings.integer('ID_TOKEN_LIFETIME', { min: 60, max: 3600, fallback: 300 }),
  }
}

function readRateLimits(settings: SettingsReader): RateLimits {
  const limit = (name: string, fallback: number): number => settings.integer(name, { min: 1, max: 1_000_000, fallback })
  return {
    failures: limit('RATE_LIMIT_FAILURES', 20),
    authorize: limit('RATE_LIMIT_AUTHORIZE', 60),
    registration: limit('RATE_LIMIT_REGISTRATION', 5),
  }
}

function readRetention(settings: SettingsReader): Retention {
  return {
    auditDays: settings.integer('AUDIT_RETENTION_DAYS', { min: 1, max: TEN_YEARS_DAYS, fallback: 365 }),
    reuseDetectionDays: settings.integer('REUSE_DETECTION_DAYS', { min: 0, max: TEN_YEARS_DAYS, fallback: 30 }),
  }
}

async function readKeys(settings: SettingsReader): Promise<DataTokenKeys> {
  const none: DataTokenKeys = { algorithms: [], getKey: () => Promise.reject(new Error('No keys.')), publicKeys: [] }
  const secret = settings.text('DATA_TOKEN_SECRET')
  if (secret === '') return none
  try {
    return await readDataTokenKeys(secret)
  } catch (error) {
    settings.refuse('DATA_TOKEN_SECRET', error instanceof DataTokenKeyError ? error.message : 'cannot be used.')
    return none
  }
}

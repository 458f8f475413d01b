import { DataTokenKeyError, type DataTokenKeys, readDataTokenKeys } from '@countersign/data-token'
import type { SettingsReader } from '@countersign/service'
import { isServerSetup } from './accounts/opaque-server.ts'

export type CoreConfig = {
  /** The public address of the service: `iss` of every data token. */
  readonly issuer: string
  readonly providerUrl: string
  /** Where the consent page lives: the only origin that may call from elsewhere. */
  readonly consentOrigin: string
  /** The service token that is sent; while rotating, the provider accepts older ones too. */
  readonly serviceToken: string
  readonly providerTimeoutSeconds: number
  readonly dataTokenKeys: DataTokenKeys
  readonly dataTokenLifetimeSeconds: number
  /** Both newest first: new passwords are registered under the first, known ones open under all. */
  readonly opaqueServerSetups: readonly string[]
  readonly loginIndexKeys: readonly string[]
  readonly rateLimits: {
    /** Of each kind, of one network in a quarter of an hour. */
    readonly signIns: number
    /** Of one network in an hour. */
    readonly signUps: number
    /** Changes of one vault in a minute. */
    readonly commits: number
    /** Of one vault in an hour. */
    readonly commitMegabytes: number
  }
}

const DEFAULT_BASE_URL = 'http://localhost:8080'
const MINIMUM_SECRET_LENGTH = 32

/** Reads what the core service needs. Problems are collected in `settings`: call its `done()` before using the result. */
export async function readCoreConfig(settings: SettingsReader): Promise<CoreConfig> {
  const issuer = settings.baseUrl('BASE_URL', DEFAULT_BASE_URL)
  const [serviceToken = ''] = settings.list('INTERNAL_SERVICE_TOKEN', { minLength: MINIMUM_SECRET_LENGTH })
  return {
    issuer,
    providerUrl: settings.optionalText('PROVIDER_URL') === undefined ? issuer : settings.baseUrl('PROVIDER_URL'),
    consentOrigin: originOf(
      settings.optionalText('CONSENT_URL') === undefined ? issuer : settings.baseUrl('CONSENT_URL'),
    ),
    serviceToken,
    providerTimeoutSeconds: settings.integer('INTERNAL_SERVICE_TIMEOUT', { min: 1, max: 15, fallback: 5 }),
    dataTokenKeys: await readSigningKeys(settings),
    dataTokenLifetimeSeconds: settings.integer('DATA_TOKEN_LIFETIME', { min: 30, max: 3600, fallback: 300 }),
    opaqueServerSetups: await readOpaqueServerSetups(settings),
    loginIndexKeys: settings.list('LOGIN_INDEX_KEY', { minLength: MINIMUM_SECRET_LENGTH }),
    rateLimits: {
      signIns: settings.integer('RATE_LIMIT_SIGN_INS', { min: 1, max: 1_000_000, fallback: 30 }),
      signUps: settings.integer('RATE_LIMIT_SIGN_UPS', { min: 1, max: 1_000_000, fallback: 5 }),
      commits: settings.integer('RATE_LIMIT_COMMITS', { min: 1, max: 1_000_000, fallback: 60 }),
      commitMegabytes: settings.integer('RATE_LIMIT_COMMIT_MEGABYTES', { min: 1, max: 1_000_000, fallback: 100 }),
    },
  }
}

/** An address that was refused has no origin; the settings tell why. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

const NO_KEYS: DataTokenKeys = {
  algorithms: [],
  publicKeys: [],
  getKey: () => Promise.reject(new DataTokenKeyError('was refused.')),
}

async function readSigningKeys(settings: SettingsReader): Promise<DataTokenKeys> {
  const secret = settings.text('DATA_TOKEN_SECRET')
  if (secret === '') return NO_KEYS
  try {
    const keys = await readDataTokenKeys(secret)
    if (!keys.signing) settings.refuse('DATA_TOKEN_SECRET', 'must hold a private key: the core service signs with it.')
    return keys
  } catch (error) {
    if (!(error instanceof DataTokenKeyError)) throw error
    settings.refuse('DATA_TOKEN_SECRET', error.message)
    return NO_KEYS
  }
}

async function readOpaqueServerSetups(settings: SettingsReader): Promise<readonly string[]> {
  const setups = settings.list('OPAQUE_SERVER_SETUP', { minLength: 1 })
  const areSetups = await Promise.all(setups.map((setup) => isServerSetup(setup)))
  if (areSetups.includes(false)) {
    settings.refuse(
      'OPAQUE_SERVER_SETUP',
      'is not an OPAQUE server setup: restore it, passwords cannot open without it.',
    )
  }
  return setups
}

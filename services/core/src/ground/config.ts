import { randomBytes } from 'node:crypto'
import {
  DataTokenKeyError,
  type DataTokenKeys,
  MAXIMUM_LIFETIME_SECONDS,
  readDataTokenKeys,
} from '@countersign/data-token'

import {
  ADMINISTRATION_SETTINGS,
  BASE_URL,
  CORE_URL,
  CREDENTIAL_ISSUERS,
  DATA_TOKEN_SECRET,
  type Environment,
  INTERNAL_SERVICE_TOKEN,
  integerFrom,
  isSet,
  listOfAtLeast,
  parseBaseUrl,
  readSettings,
  refusedBy,
  SettingRefused,
  type Settings,
  SIGN_UPS,
  splitList,
  textOfAtLeast,
  WEB_URL,
} from '@countersign/service/settings'
import { generateServerSetup, parseServerSetups } from './oprf/opaque-evaluator.ts'
import { checkPair, MAIL_SETTINGS, mailConfigOf } from './sending/mail-settings.ts'

const limit = integerFrom(1, 1_000_000)

export const CORE_SETTINGS = {
  BASE_URL,
  PROVIDER_URL: {
    parse: parseBaseUrl,
    unset: '`BASE_URL`',
    meaning:
      'where core reaches the provider, when apart: https, or http within a private network (its address, or a name unknown to public DNS)',
  },
  WEB_URL,
  CORE_URL,
  INTERNAL_SERVICE_TOKEN,
  INTERNAL_SERVICE_TIMEOUT: {
    parse: integerFrom(1, 15),
    default: '5',
    meaning: 'seconds that core waits for the provider, at most 15',
  },
  DATA_TOKEN_SECRET: { ...DATA_TOKEN_SECRET, parse: refusedBy(DataTokenKeyError, readSigningKeys) },
  DATA_TOKEN_LIFETIME: {
    parse: integerFrom(30, MAXIMUM_LIFETIME_SECONDS),
    default: '300',
    meaning: 'seconds that a data token is valid',
  },
  OPAQUE_SERVER_SETUP: {
    parse: parseServerSetups,
    unset: 'required, or `OPRF_URL`',
    isSecret: true,
    meaning: 'the secret half of password sign-in. **Losing it locks every password out**',
  },
  OPRF_URL: {
    parse: parseBaseUrl,
    unset: 'core evaluates by itself',
    meaning:
      'where core reaches [`serve oprf`](apart.md#passwords-against-core): https, or http within a private network',
  },
  OPRF_TOKEN: {
    parse: listOfAtLeast(32),
    unset: 'required with `OPRF_URL`',
    isSecret: true,
    meaning: 'shared by core and `serve oprf`',
  },
  LOGIN_INDEX_KEY: {
    parse: listOfAtLeast(32),
    isRequired: true,
    isSecret: true,
    meaning: 'keeps login names out of the database. **Losing it locks every password out too**',
  },
  SIGN_UPS,
  CREDENTIAL_ISSUERS,
  ...ADMINISTRATION_SETTINGS,
  UNUSED_ACCOUNT_DAYS: {
    parse: integerFrom(0, 36_500),
    default: '365',
    meaning: 'days until core removes an [unused account](accounts.md#unused-accounts); 0: never',
  },
  ...MAIL_SETTINGS,
  PHONE_SENDER_URL: {
    parse: parseBaseUrl,
    unset: 'no phone number can be verified',
    meaning: 'sends messages to [telephones](verified-addresses.md#telephones)',
  },
  PHONE_SENDER_TOKEN: {
    parse: textOfAtLeast(32),
    unset: 'required with `PHONE_SENDER_URL`',
    isSecret: true,
    meaning: 'bearer token for it',
  },
  EXTENSION_ORIGINS: {
    parse: parseExtensionOrigins,
    default:
      'chrome-extension://dkooeeoodcknjipmbofjgffocifibpde,moz-extension://eddllpigdcjogmdgopbcmhcnbbndmgecildfpddajmglfpapoicnfinpggejepgj',
    meaning: 'origins of [extensions](extension.md) whose passkey answers core accepts. `none` refuses them',
  },
  RATE_LIMIT_VERIFICATIONS: {
    parse: limit,
    default: '30',
    meaning: 'codes sent an hour per network',
  },
  RATE_LIMIT_SIGN_INS: {
    parse: limit,
    default: '30',
    meaning:
      'sign-in starts a quarter of an hour per network, by password or recovery key; as many device codes; ten times as many by passkey, and previews',
  },
  RATE_LIMIT_SIGN_UPS: { parse: limit, default: '20', meaning: 'finished sign-ups an hour per network' },
  RATE_LIMIT_COMMITS: {
    parse: limit,
    default: '60',
    meaning:
      'changes a minute per vault (the largest counts as 25); separately, of unlock methods, of apps in the console, and status lists read; eight times as many data updates',
  },
  RATE_LIMIT_COMMIT_MEGABYTES: {
    parse: limit,
    default: '100',
    meaning: 'size of changes an hour per vault',
  },
} satisfies Settings

export type CoreConfig = Readonly<Awaited<ReturnType<typeof readCoreConfig>>>

/** @throws SettingsError */
export async function readCoreConfig(env: Environment) {
  const settings = await readSettings(env, CORE_SETTINGS, [
    ...checkWhoEvaluates(env),
    ...checkPair(env, 'SMTP_URL', 'MAIL_FROM'),
    ...checkPair(env, 'PHONE_SENDER_URL', 'PHONE_SENDER_TOKEN'),
  ])
  const issuer = settings.BASE_URL
  const [serviceToken = ''] = settings.INTERNAL_SERVICE_TOKEN
  const [oprfToken = ''] = settings.OPRF_TOKEN ?? []
  return {
    /** The service's public address: `iss` of every data token. */
    issuer,
    providerUrl: settings.PROVIDER_URL ?? issuer,
    /** Accepted in passkey answers beside the page's. */
    extensionOrigins: settings.EXTENSION_ORIGINS,
    /** Where devices reach core, as their key proofs must say; behind one proxy, the page's address. */
    addresses: [settings.CORE_URL ?? issuer, settings.WEB_URL ?? issuer],
    /** The one that core sends; while rotating, the provider accepts older ones too. */
    serviceToken,
    providerTimeoutSeconds: settings.INTERNAL_SERVICE_TIMEOUT,
    dataTokenKeys: settings.DATA_TOKEN_SECRET,
    dataTokenLifetimeSeconds: settings.DATA_TOKEN_LIFETIME,
    /** Newest first, as the index keys: new passwords use the first, known ones any. */
    opaqueServerSetups: settings.OPAQUE_SERVER_SETUP ?? [],
    /** Has the setups in place of core. */
    oprf: settings.OPRF_URL === undefined ? undefined : { url: settings.OPRF_URL, token: oprfToken },
    loginIndexKeys: settings.LOGIN_INDEX_KEY,
    adminTokens: settings.ADMIN_TOKEN,
    administrators: settings.ADMINISTRATORS ?? [],
    developerRegistration: settings.DEVELOPER_REGISTRATION,
    signUps: settings.SIGN_UPS,
    /** Origins that core fetches status lists from. */
    credentialIssuers: settings.CREDENTIAL_ISSUERS ?? [],
    unusedAccountDays: settings.UNUSED_ACCOUNT_DAYS,
    ...mailConfigOf(env, settings),
    phoneSender:
      settings.PHONE_SENDER_URL === undefined
        ? undefined
        : { url: settings.PHONE_SENDER_URL, token: settings.PHONE_SENDER_TOKEN ?? '' },
    rateLimits: {
      verifications: settings.RATE_LIMIT_VERIFICATIONS,
      signIns: settings.RATE_LIMIT_SIGN_INS,
      signUps: settings.RATE_LIMIT_SIGN_UPS,
      commits: settings.RATE_LIMIT_COMMITS,
      commitMegabytes: settings.RATE_LIMIT_COMMIT_MEGABYTES,
    },
  }
}

async function readSigningKeys(secret: string): Promise<DataTokenKeys> {
  const keys = await readDataTokenKeys(secret)
  if (!keys.signing) throw new DataTokenKeyError('must hold a private key: the core service signs with it.')
  return keys
}

/** The setup must be in one place: a core that had it too could guess passwords. */
function checkWhoEvaluates(env: Environment): readonly string[] {
  if (!isSet(env, 'OPRF_URL')) return isSet(env, 'OPAQUE_SERVER_SETUP') ? [] : ['OPAQUE_SERVER_SETUP is not set.']
  return [
    ...(isSet(env, 'OPAQUE_SERVER_SETUP')
      ? ['OPAQUE_SERVER_SETUP must not be given to core where OPRF_URL is: only that process may have it.']
      : []),
    ...(isSet(env, 'OPRF_TOKEN') ? [] : ['OPRF_TOKEN is not set.']),
  ]
}

/** New values for the two secrets that only core knows. Losing either locks every password out. */
export async function generateCoreSecrets() {
  return {
    OPAQUE_SERVER_SETUP: await generateServerSetup(),
    LOGIN_INDEX_KEY: randomBytes(32).toString('base64url'),
  }
}

export type CoreSecrets = Awaited<ReturnType<typeof generateCoreSecrets>>

const EXTENSION_ORIGIN = /^(?:chrome|moz)-extension:\/\/[a-p]+$/

function parseExtensionOrigins(text: string): readonly string[] {
  const origins = text === 'none' ? [] : splitList(text)
  if (origins.every((origin) => EXTENSION_ORIGIN.test(origin))) return origins
  throw new SettingRefused('must hold origins of extensions (chrome-extension://…), separated by commas, or `none`.')
}

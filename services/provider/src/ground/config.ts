import { DataTokenKeyError, readDataTokenKeys } from '@countersign/data-token'
import { BRAND_SETTINGS, brandOf } from '@countersign/service/brand'
import * as setting from '@countersign/service/settings'
import { checkEventSettings, EVENT_SETTINGS, eventReceiverOf } from './audit/event-settings.ts'
import { type DocumentHosts, parseDocumentHosts, SEALED_ONLY } from './client-id-url.ts'

const ONE_DAY = 86_400
const TEN_YEARS_DAYS = 3_650
const limit = setting.integerFrom(1, 1_000_000)

export const PROVIDER_SETTINGS = {
  BASE_URL: setting.BASE_URL,
  WEB_URL: setting.WEB_URL,
  INTERNAL_SERVICE_TOKEN: setting.INTERNAL_SERVICE_TOKEN,
  DATA_TOKEN_SECRET: { ...setting.DATA_TOKEN_SECRET, parse: setting.refusedBy(DataTokenKeyError, readDataTokenKeys) },
  KEY_ENCRYPTION_SECRET: {
    parse: setting.listOfAtLeast(32),
    unset: '`INTERNAL_SERVICE_TOKEN`',
    isSecret: true,
    meaning: "seals the provider's signing keys in the database",
  },
  TOKEN_SECRET: {
    parse: setting.listOfAtLeast(32),
    isRequired: true,
    isSecret: true,
    meaning:
      'makes refresh and access tokens, equal in all processes of the provider. Removing a value [ends its tokens](secrets.md#token_secret)',
  },
  KEY_ROTATION_DAYS: {
    parse: setting.integerFrom(1, 365),
    default: '90',
    meaning: 'how long a signing key is used',
  },
  REQUEST_LIFETIME: {
    parse: setting.integerFrom(60, ONE_DAY),
    default: '600',
    meaning: 'seconds that an authorization request stays open',
  },
  PAR_LIFETIME: {
    parse: setting.integerFrom(5, 600),
    default: '60',
    meaning: 'seconds that a pushed authorization request waits for its browser',
  },
  REQUIRE_PUSHED_AUTHORIZATION_REQUESTS: {
    parse: setting.parseFlag,
    default: 'false',
    meaning:
      '`true`: every app must push its requests (RFC 9126), and codes for DPoP-bound apps last a minute; registration can [bind one app](../../adr/0029-standard-id-tokens.md)',
  },
  ID_TOKEN_LIFETIME: {
    parse: setting.integerFrom(60, 3600),
    default: '300',
    meaning: 'seconds that an id_token is valid',
  },
  GRANT_LIFETIME_DAYS: {
    parse: setting.integerFrom(1, TEN_YEARS_DAYS),
    default: '180',
    meaning: 'how long an approval can be refreshed',
  },
  REFRESH_REUSE_SECONDS: {
    parse: setting.integerFrom(0, 60),
    default: '10',
    meaning: 'how long after a refresh the former token still gets the same answer, for parallel tabs and workers',
  },
  REUSE_DETECTION_DAYS: {
    parse: setting.integerFrom(0, TEN_YEARS_DAYS),
    default: '30',
    meaning: 'how long a grant is kept after its refresh token expires, to notice late reuse (RFC 9700 §4.14.2)',
  },
  AUDIT_RETENTION_DAYS: {
    parse: setting.integerFrom(1, TEN_YEARS_DAYS),
    default: '365',
    meaning: 'how long the audit trail is kept',
  },
  ...EVENT_SETTINGS,
  ...setting.ADMINISTRATION_SETTINGS,
  DYNAMIC_REGISTRATION: {
    parse: setting.oneOf('off', 'token', 'open'),
    default: 'off',
    meaning:
      'registration over the network (RFC 7591): `off`, `token` (with one of `countersign registration-tokens`), `open`',
  },
  CLIENT_METADATA_HOSTS: {
    parse: parseClientMetadataHosts,
    unset: '`sealed`; `*` with `DYNAMIC_REGISTRATION=open`',
    meaning:
      'apps [without registration](../apps/client-metadata.md): their hosts, separated by commas; `sealed` every app that names a sealing key, `*` every app; `!` excludes a host; `off`',
  },
  RATE_LIMIT_AUTHORIZE: {
    parse: limit,
    default: '60',
    meaning:
      'authorization requests a minute per network; as many pushed ones of public or self-registered apps; ten times as many logos',
  },
  RATE_LIMIT_FAILURES: {
    parse: limit,
    default: '20',
    meaning: 'failures a minute per app and network; ten times as many per network',
  },
  RATE_LIMIT_REGISTRATION: {
    parse: limit,
    default: '5',
    meaning: 'registrations and replacements an hour per network',
  },
  DOCUMENTATION_URL: {
    parse: setting.parseBaseUrl,
    unset: 'not set: no `error_uri`',
    meaning:
      'address of this documentation for developers: `error_uri` leads to its [errors](../apps/errors.md) (RFC 6749 §5.2)',
  },
  ...BRAND_SETTINGS,
} satisfies setting.Settings

function parseClientMetadataHosts(text: string): DocumentHosts | 'off' {
  const hosts = text === 'off' ? text : parseDocumentHosts(text)
  if (hosts) return hosts
  throw new setting.SettingRefused(
    'must be off, or hold hosts, as app.example or app.example:8443, sealed or *, separated by commas; without :443 and a dot at the end.',
  )
}

type DocumentSettings = Pick<
  setting.ValuesOf<typeof PROVIDER_SETTINGS>,
  'CLIENT_METADATA_HOSTS' | 'DYNAMIC_REGISTRATION'
>

/** A document proves its host, so where any program may register, any document counts. */
function documentHostsOf({ CLIENT_METADATA_HOSTS: hosts, DYNAMIC_REGISTRATION }: DocumentSettings) {
  if (hosts === 'off') return undefined
  return hosts ?? parseDocumentHosts(DYNAMIC_REGISTRATION === 'open' ? '*' : SEALED_ONLY)
}

export type ProviderConfig = Readonly<Awaited<ReturnType<typeof readProviderConfig>>>

/** For a command that needs no more. The first seals; all open. @throws SettingsError */
export async function readKeyEncryptionSecrets(env: setting.Environment): Promise<readonly string[]> {
  const { INTERNAL_SERVICE_TOKEN, KEY_ENCRYPTION_SECRET } = PROVIDER_SETTINGS
  return keyEncryptionSecretsOf(await setting.readSettings(env, { INTERNAL_SERVICE_TOKEN, KEY_ENCRYPTION_SECRET }))
}

type SealingSecrets = Pick<
  setting.ValuesOf<typeof PROVIDER_SETTINGS>,
  'INTERNAL_SERVICE_TOKEN' | 'KEY_ENCRYPTION_SECRET'
>

/** Keys have their own labels, so falling back to service tokens is safe. */
function keyEncryptionSecretsOf(settings: SealingSecrets): readonly string[] {
  return settings.KEY_ENCRYPTION_SECRET ?? settings.INTERNAL_SERVICE_TOKEN
}

/** @throws SettingsError */
export async function readProviderConfig(env: setting.Environment) {
  const settings = await setting.readSettings(env, PROVIDER_SETTINGS, checkEventSettings(env))
  return {
    /** The public address, as apps see it in `iss` (RFC 9207 §2); never taken from a request. */
    issuer: settings.BASE_URL,
    webUrl: settings.WEB_URL ?? settings.BASE_URL,
    /** The first is core's current one; the others are accepted during rotation. */
    serviceTokens: settings.INTERNAL_SERVICE_TOKEN,
    dataTokenKeys: settings.DATA_TOKEN_SECRET,
    /** The first seals; all open. */
    keyEncryptionSecrets: keyEncryptionSecretsOf(settings),
    /** The first makes new tokens; all are accepted. Never falls back: replacing another secret would end refresh tokens. */
    tokenSecrets: settings.TOKEN_SECRET,
    keyRotationSeconds: settings.KEY_ROTATION_DAYS * ONE_DAY,
    requestLifetimeSeconds: settings.REQUEST_LIFETIME,
    pushedRequestLifetimeSeconds: settings.PAR_LIFETIME,
    requirePushedRequests: settings.REQUIRE_PUSHED_AUTHORIZATION_REQUESTS,
    idTokenLifetimeSeconds: settings.ID_TOKEN_LIFETIME,
    /** From the approval, however often the refresh token rotates. */
    grantLifetimeSeconds: settings.GRANT_LIFETIME_DAYS * ONE_DAY,
    /** From a rotation on: the former refresh token gets the same answer, even if the new pair was used. */
    refreshReuseSeconds: settings.REFRESH_REUSE_SECONDS,
    /** Where audit events go; undefined if nowhere. */
    events: eventReceiverOf(settings),
    adminTokens: settings.ADMIN_TOKEN,
    administrators: settings.ADMINISTRATORS ?? [],
    developerRegistration: settings.DEVELOPER_REGISTRATION,
    dynamicRegistration: settings.DYNAMIC_REGISTRATION,
    /** Hosts whose documents may describe unregistered clients; none if undefined. */
    clientMetadataHosts: documentHostsOf(settings),
    rateLimits: {
      authorize: settings.RATE_LIMIT_AUTHORIZE,
      failures: settings.RATE_LIMIT_FAILURES,
      registration: settings.RATE_LIMIT_REGISTRATION,
    },
    documentationUrl: settings.DOCUMENTATION_URL,
    brand: brandOf(settings),
    retention: { auditDays: settings.AUDIT_RETENTION_DAYS, reuseDetectionDays: settings.REUSE_DETECTION_DAYS },
  }
}

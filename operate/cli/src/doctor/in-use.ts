import { isIPv4 } from 'node:net'
import { inspectSecretsInUse, type SecretInUse } from '@countersign/core'
import {
  countForeignProviders,
  countLockedKeys,
  listClients,
  listEvents,
  listKeys,
  nextRotation,
  PROVIDER_SETTINGS,
  readEventReceiver,
  readProviderConfig,
  readWaitingEvents,
} from '@countersign/provider'
import { ServiceError } from '@countersign/service/errors'
import { isInNetworks } from '@countersign/service/network'
import { findReadable, isSet, readSettings, splitList } from '@countersign/service/settings'
import { PROCESS_SETTINGS } from '../settings/process-settings.ts'
import { componentsOf, type Finding, type Inspected } from './finding.ts'

/**
 * Counts passwords that need a replaced value of `OPAQUE_SERVER_SETUP` or `LOGIN_INDEX_KEY`, which must stay listed while
 * there is one.
 */
export async function inspectPasswordSecrets({ env, withDatabase }: Inspected): Promise<Finding[]> {
  const opaqueServerSetups = splitList(findReadable(env, 'OPAQUE_SERVER_SETUP'))
  const loginIndexKeys = splitList(findReadable(env, 'LOGIN_INDEX_KEY'))
  const [url, [token = '']] = [findReadable(env, 'OPRF_URL'), splitList(findReadable(env, 'OPRF_TOKEN'))]
  const oprf = url === undefined ? undefined : { url, token }
  if ((opaqueServerSetups.length === 0 && !oprf) || loginIndexKeys.length === 0) return []
  const secrets = { opaqueServerSetups, oprf, loginIndexKeys }
  try {
    return (await withDatabase(({ sql }) => inspectSecretsInUse(sql, secrets))).map(describeSecretInUse)
  } catch (error) {
    // Other findings report a database that is down or not migrated.
    return error instanceof ServiceError ? [AWAY] : []
  }
}

const AWAY: Finding = {
  name: 'OPAQUE_SERVER_SETUP in use',
  value: 'unknown',
  source: 'OPRF_URL',
  weakness: 'cannot be looked at: the process at OPRF_URL gives no usable answer. Check that it runs, and OPRF_TOKEN.',
  mustMend: true,
}

function describeSecretInUse({ name, underFormer, underUnknown }: SecretInUse): Finding {
  const value = `passwords that need a former value: ${underFormer}`
  const finding = { name: `${name} in use`, value, source: 'database' }
  if (underUnknown === 0) return finding
  const weakness = `does not list a value that passwords need (${underUnknown}): restore it.`
  return { ...finding, weakness, mustMend: true }
}

/** Reports when the next signing key is made, and keys that KEY_ENCRYPTION_SECRET does not open. */
export async function inspectSigningKeys({ env, withDatabase }: Inspected): Promise<Finding[]> {
  if (!componentsOf(env).includes('provider')) return []
  // Other findings report unreadable settings and a database that is down or not migrated.
  const config = await readProviderConfig(env).catch(() => undefined)
  if (!config) return []
  const { keyEncryptionSecrets, keyRotationSeconds } = config
  const none = { locked: 0, next: undefined }
  const { locked, next } = await withDatabase(async ({ sql }) => ({
    locked: await countLockedKeys(sql, keyEncryptionSecrets),
    next: nextRotation(await listKeys(sql), keyRotationSeconds),
  })).catch(() => none)
  const rotation = { name: 'next signing key', value: next?.toISOString() ?? 'unknown', source: 'database' }
  if (locked === 0) return [rotation]
  const weakness =
    'does not open the signing keys, so sign-in fails at every app with openid: restore it, or if it is lost: countersign keys rotate --lost-secret'
  const value = `keys that it does not open: ${locked}`
  return [rotation, { name: 'KEY_ENCRYPTION_SECRET in use', value, source: 'database', weakness, mustMend: true }]
}

/** Reports running providers that make tokens under a value of TOKEN_SECRET that these settings do not list. */
export async function inspectTokenSecret({ env, withDatabase }: Inspected): Promise<Finding[]> {
  if (!componentsOf(env).includes('provider')) return []
  const { TOKEN_SECRET } = PROVIDER_SETTINGS
  // Other findings report unreadable settings and a database that is down.
  const settings = await readSettings(env, { TOKEN_SECRET }).catch(() => undefined)
  if (!settings) return []
  const count = await withDatabase(({ sql }) => countForeignProviders(sql, settings.TOKEN_SECRET)).catch(() => 0)
  if (count === 0) return []
  const weakness =
    'is not the same in all processes of the provider: each refuses what the other makes, and people are signed out. Give all the same list, and restart them.'
  const value = `processes that make tokens under another value: ${count}`
  return [{ name: 'TOKEN_SECRET in use', value, source: 'database', weakness, mustMend: true }]
}

const HOUR_SECONDS = 3_600

/** Reports audit events that EVENTS_URL has not taken for long. */
export async function inspectEvents({ env, withDatabase }: Inspected): Promise<Finding[]> {
  if (!componentsOf(env).includes('provider')) return []
  // Other findings report unreadable settings and a database that is down or not migrated.
  const receiver = await readEventReceiver(env).catch(() => undefined)
  const waiting = receiver && (await withDatabase(({ sql }) => readWaitingEvents(sql)).catch(() => undefined))
  if (!waiting) return []
  const finding = { name: 'audit events', value: `waiting for EVENTS_URL: ${waiting.waiting}`, source: 'database' }
  if (waiting.ageSeconds <= HOUR_SECONDS) return [finding]
  const [last] = waiting.failures
  const reason = last ? ` It last ${last.reason}.` : ''
  const weakness = `wait for EVENTS_URL since ${waiting.since?.toISOString()}, and are given up after seven days.${reason} Try: countersign events test`
  return [{ ...finding, weakness }]
}

const SENDERS = [
  ['email', 'SMTP_URL'],
  ['phone', 'PHONE_SENDER_URL'],
] as const

/**
 * Reports apps that require a verified claim for which core cannot send codes. Silent without core's settings: another
 * process's sender is unknown.
 */
export async function inspectVerifiedClaims({ env, withDatabase }: Inspected): Promise<Finding[]> {
  if (!isSet(env, 'LOGIN_INDEX_KEY')) return []
  const clients = await withDatabase(({ sql }) => listClients(sql)).catch(() => [])
  return SENDERS.flatMap(([claim, setting]) => {
    const count = clients.filter(({ verifiedClaimsRequired }) => verifiedClaimsRequired.includes(claim)).length
    if (count === 0 || isSet(env, setting)) return []
    const weakness = `is taken only verified, and ${setting} is not set: people cannot approve it for those apps.`
    return [{ name: claim, value: `apps that take it only verified: ${count}`, source: 'database', weakness }]
  })
}

const ONE_DAY_MS = 86_400_000
/** A network repeats at most once an hour. */
const MOST_EVENTS = 1_000
/** Any client can forward, so the list must stay readable. */
const MOST_PROXIES = 10

/** Reports forwarders of the last day that TRUSTED_PROXIES does not name: usually proxies. */
export async function inspectProxies({ env, withDatabase }: Inspected): Promise<Finding[]> {
  const { TRUSTED_PROXIES } = PROCESS_SETTINGS
  const settings = await readSettings(env, { TRUSTED_PROXIES }).catch(() => undefined)
  // Another finding reports the unreadable setting.
  if (!settings) return []
  const since = new Date(Date.now() - ONE_DAY_MS)
  const ignored = { event: 'forwarded_header_ignored', since } as const
  const none = { events: [] }
  const { events } = await withDatabase(({ sql }) => listEvents(sql, ignored, { limit: MOST_EVENTS })).catch(() => none)
  const findings = [...Map.groupBy(events, ({ network }) => network)].flatMap(([network, [newest]]) =>
    network === undefined || !newest || isAmong(settings.TRUSTED_PROXIES, network)
      ? []
      : describeProxy(network, newest.at),
  )
  return findings.slice(0, MOST_PROXIES)
}

function describeProxy(network: string, at: Date): Finding {
  const weakness =
    'forwards requests and is not believed: if it is yours, name it in TRUSTED_PROXIES, or all count as one address.'
  const value = `not believed at ${at.toISOString()}`
  return { name: `proxy ${network}`, value, source: 'audit trail', weakness }
}

/** `network` is an IPv4 address or an IPv6 /64, as in the audit trail. BlockList finds an IPv4 address in `::/64` too. */
function isAmong(trusted: readonly string[], network: string): boolean {
  const [base = ''] = network.split('/')
  return isInNetworks(base, trusted, isIPv4(base) ? 128 : 64)
}

import {
  type Environment,
  findReadable,
  isSet,
  parseListenAddress,
  SettingRefused,
  splitList,
} from '@countersign/service/settings'
import type { Component } from '../components.ts'
import { isLoopbackHost, isPrivateHost } from './addresses.ts'
import { SETTINGS } from './server-settings.ts'

/** Their passwords are chosen by the operator of a database, mail server or receiver. */
const CHOSEN_ELSEWHERE = ['DATABASE_URL', 'SMTP_URL', 'EVENTS_URL']
const SECRETS = [...SETTINGS].flatMap(([name, { isSecret }]) =>
  isSecret && !CHOSEN_ELSEWHERE.includes(name) ? [name] : [],
)
const PLACEHOLDER = /change.?me|replace.?me|your.?(own|secret|token|key)|example|insecure|password|0123456789/i
/** Private keys printed in RFC 7515 Appendix A.3 (P-256) and RFC 8037 Appendix A.1 (Ed25519). */
const PUBLISHED_KEYS = ['jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI', 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A']
const MINIMUM_DISTINCT_CHARACTERS = 10

/** Problems that only production refuses. */
export function checkProductionRules(env: Environment, components: readonly Component[]): readonly string[] {
  const isPageByCore = components.includes('core') && components.includes('web')
  return [
    ...checkSecrets(env),
    ...checkPresence(env),
    ...(isPageByCore ? checkOpaqueServerKeys(env) : []),
    ...checkAddresses(env),
    ...checkClientMetadataHosts(env),
  ]
}

/** Settings that would open a developer's machine, with its made-up secrets, to others. */
export function checkDevelopmentRules(env: Environment): readonly string[] {
  const host = findReadable(env, 'HOST')
  const baseUrl = findUrl(env, 'BASE_URL')
  const isMetricsOpen = isMetricsAddressOpen(findReadable(env, 'METRICS_ADDRESS'))
  const isOpen = host !== undefined && !isLoopbackHost(host)
  const isPublic = baseUrl && !isLoopbackHost(baseUrl.hostname)
  return [
    ...(isMetricsOpen ? ['METRICS_ADDRESS must be at localhost, 127.0.0.1 or ::1.'] : []),
    ...(isOpen ? ['HOST must be localhost, 127.0.0.1 or ::1. To serve others, use: countersign serve'] : []),
    ...(isPublic ? ['BASE_URL must be an address of this machine. To serve others, use: countersign serve'] : []),
  ]
}

function isMetricsAddressOpen(text: string | undefined): boolean {
  try {
    return text !== undefined && !isLoopbackHost(parseListenAddress(text).host)
  } catch (error) {
    // Reading the settings reports it.
    if (error instanceof SettingRefused) return false
    throw error
  }
}

function checkSecrets(env: Environment): readonly string[] {
  const firstNames = new Map<string, string>()
  return SECRETS.flatMap((name) => {
    const secret = findReadable(env, name) ?? ''
    const weakness = weaknessOfSecret(secret)
    const problems = weakness ? [`${name} ${weakness}. Make random ones: countersign secrets`] : []
    // The first of a list is in use; the others are being replaced and may have been shared.
    const [inUse = ''] = secret.startsWith('{') ? [secret] : secret.split(',', 1)
    if (inUse === '') return problems
    const sameAs = firstNames.get(inUse)
    if (sameAs === undefined) firstNames.set(inUse, name)
    else problems.push(`${name} has the same value as ${sameAs}. Give each its own: countersign secrets`)
    return problems
  })
}

function checkPresence(env: Environment): readonly string[] {
  return [...SETTINGS].flatMap(([name, { requiredInProduction }]) =>
    requiredInProduction && !isSet(env, name) ? [`${name} is not set. ${requiredInProduction}`] : [],
  )
}

/** Pages learn the key of a core beside them; only the operator knows that of another process. */
function checkOpaqueServerKeys(env: Environment): readonly string[] {
  if (!isSet(env, 'OPRF_URL') || isSet(env, 'OPAQUE_SERVER_KEYS')) return []
  return [
    'OPAQUE_SERVER_KEYS is not set. Where OPRF_URL is, pages would accept a core that answers under a setup of its own: name the key that countersign secrets printed with the setup.',
  ]
}

const FOR_BROWSERS = "must use https: people's browsers go there. Put a TLS proxy in front."
const PRIVATE = 'must use https, or name a host of a private network:'

const ADDRESS_RULES: readonly (readonly [name: string, isRefused: (url: URL) => boolean, rule: string])[] = [
  ['BASE_URL', isPublicPlainHttp, 'must use https: codes and tokens travel over it. Put a TLS proxy in front.'],
  // RFC 8414 §3.1 would put the metadata below /.well-known/, which we do not serve.
  ['BASE_URL', ({ pathname }) => pathname !== '/', 'must have no path. Give the service a host name of its own.'],
  ['WEB_URL', isPublicPlainHttp, FOR_BROWSERS],
  ['CORE_URL', isPublicPlainHttp, FOR_BROWSERS],
  ['PROVIDER_URL', isForeignPlainHttp, `${PRIVATE} the service token goes there.`],
  ['OPRF_URL', isForeignPlainHttp, `${PRIVATE} OPRF_TOKEN goes there.`],
  ['EVENTS_URL', isForeignPlainHttp, `${PRIVATE} events name people's accounts.`],
  ['PHONE_SENDER_URL', isForeignPlainHttp, `${PRIVATE} people's numbers go there.`],
]

function checkAddresses(env: Environment): readonly string[] {
  return ADDRESS_RULES.flatMap(([name, isRefused, rule]) => {
    const url = findUrl(env, name)
    return url && isRefused(url) ? [`${name} ${rule}`] : []
  })
}

/** Programs on the server's machine are not apps, and strangers must not make it request their ports. */
function checkClientMetadataHosts(env: Environment): readonly string[] {
  const hosts = splitList(findReadable(env, 'CLIENT_METADATA_HOSTS')).map((host) => host.replace(/:\d+$/, ''))
  return hosts.some(isLoopbackHost) ? ['CLIENT_METADATA_HOSTS must not name this machine.'] : []
}

/** An absent secret is reported elsewhere. */
function weaknessOfSecret(secret: string): string | undefined {
  if (secret === '') return undefined
  if (PUBLISHED_KEYS.some((key) => secret.includes(key))) return 'is a key that a standard prints'
  if (PLACEHOLDER.test(secret)) return 'looks like a placeholder from a document'
  return new Set(secret).size < MINIMUM_DISTINCT_CHARACTERS ? 'has too few different characters' : undefined
}

function isPublicPlainHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopbackHost(hostname)
}

function isForeignPlainHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isPrivateHost(hostname)
}

/** Reading the setting refuses an invalid URL. */
function findUrl(env: Environment, name: string): URL | undefined {
  return URL.parse(findReadable(env, name) ?? '') ?? undefined
}

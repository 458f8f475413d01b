import { type Environment, findText, isSet } from '@countersign/service/settings'
import { componentsOf, type Finding } from './finding.ts'

/** Reports a page without an origin of its own. */
export function inspectPageOrigin(env: Environment): Finding[] {
  if (componentsOf(env).includes('oprf')) return []
  const source = sourceOf(env)
  if (isPageApart(env)) return [{ name: 'page', value: 'on an address of its own', source }]
  const weakness =
    'is on the address of provider and core: whoever gets into those can change the page that opens every vault, and what they answer counts as its own. Serve it on an address of its own (docs/guides/run/apart.md).'
  return [{ name: 'page', value: 'on the address of provider and core', source, weakness }]
}

/** As far as this environment says. */
export function isPageApart(env: Environment): boolean {
  const source = sourceOf(env)
  // The page's own process knows core's address, not its own.
  if (source === 'CORE_URL') return true
  return source === 'WEB_URL' && originOf(findText(env, 'WEB_URL')) !== originOf(findText(env, 'BASE_URL'))
}

function sourceOf(env: Environment): string {
  return ['CORE_URL', 'WEB_URL'].find((name) => isSet(env, name)) ?? 'default'
}

const TIMEOUT_MS = 3_000

/**
 * Compares the core address that the page tells devices with core's own: a device proves its key for the address it
 * calls, so sign-ins at another address fail.
 */
export async function inspectCoreAddress(env: Environment): Promise<Finding[]> {
  const page = findText(env, 'WEB_URL')
  if (page === undefined || !URL.canParse(page) || !isSet(env, 'LOGIN_INDEX_KEY')) return []
  const finding = { name: 'address of core', source: new URL('/page-config.json', page).href }
  const told = await readCoreUrl(finding.source)
  if (told === undefined) return [{ ...finding, value: 'the page did not say it' }]
  const addresses = [findText(env, 'CORE_URL') ?? findText(env, 'BASE_URL'), page].map(originOf)
  const value = originOf(told === '' ? page : told) ?? told
  if (addresses.includes(value)) return [{ ...finding, value }]
  const weakness = `is ${value} for the page, which core is not set up for: nobody can sign in. Set CORE_URL of core to it.`
  return [{ ...finding, value, weakness, mustMend: true }]
}

/** Undefined if the page does not answer. */
async function readCoreUrl(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    const config: unknown = await response.json()
    const told = typeof config === 'object' && config !== null && 'core_url' in config ? config.core_url : undefined
    return typeof told === 'string' ? told : undefined
  } catch {
    return undefined
  }
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

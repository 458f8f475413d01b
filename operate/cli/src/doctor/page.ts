import { type Environment, findText, isSet } from '@countersign/service/settings'
import { componentsOf, type Finding } from './finding.ts'

/** Reports a page without an origin of its own. */
export function inspectPageOrigin(env: Environment): Finding[] {
  if (componentsOf(env).includes('oprf')) return []
  const source = sourceOf(env)
  if (isPageApart(env)) return [{ name: 'page', value: 'on an address of its own', source }]
  const weakness =
    'is on the address of provider and core: an intruder there can change the page that opens every vault, and what they answer counts as its own. Serve it on an address of its own (docs/guides/run/apart.md).'
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

export function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

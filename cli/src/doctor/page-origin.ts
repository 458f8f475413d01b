import { type Environment, findText } from '@countersign/service/settings'
import { componentsOf } from './components-of.ts'
import type { Finding } from './finding.ts'

/** Whether the page has an address of its own, and what it costs where it has none. */
export function inspectPageOrigin(env: Environment): Finding[] {
  if (componentsOf(env).includes('oprf')) return []
  const source = sourceOf(env)
  if (isPageApart(env)) return [{ name: 'page', value: 'on an address of its own', source }]
  return [
    {
      name: 'page',
      value: 'on the address of provider and core',
      source,
      weakness:
        'is on the address of provider and core: whoever gets into those can change the page that opens every vault, and what they answer counts as its own. Serve it on an address of its own (docs/guides/run/apart.md).',
    },
  ]
}

/** Whether the page has an address of its own, and so, as far as this environment says, a process. */
export function isPageApart(env: Environment): boolean {
  const source = sourceOf(env)
  // The page's own process is not told its address, but where core is.
  if (source === 'CORE_URL') return true
  return source === 'CONSENT_URL' && originIn(env, 'CONSENT_URL') !== originIn(env, 'BASE_URL')
}

function sourceOf(env: Environment): string {
  return ['CORE_URL', 'CONSENT_URL'].find((name) => findText(env, name) !== undefined) ?? 'default'
}

function originIn(env: Environment, name: string): string | undefined {
  const text = findText(env, name) ?? ''
  return URL.canParse(text) ? new URL(text).origin : undefined
}

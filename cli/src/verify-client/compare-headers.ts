import type { HeaderTemplates } from '@countersign/web'

/** Origins that an operator configured; core's is empty where it answers at the page's address. */
export type Origins = {
  readonly core: string
  readonly issuer: string
  readonly credentialIssuers: readonly string[]
}

/** With these a server has the browser load or go to something that is not in the page, or forget what it knows. */
const UNWANTED = ['clear-site-data', 'link', 'refresh', 'service-worker-allowed', 'speculation-rules']
const POLICY = 'content-security-policy'

/** Says how the headers of an answer differ from those of the release. More than the release has, a proxy may add. */
export function compareHeaders(served: Headers, templates: HeaderTemplates, origins: Origins): string[] {
  const differences = Object.entries(templates).flatMap(([name, template]) => {
    const expected = fill(template, origins)
    const value = served.get(name)
    if (value === expected) return []
    if (value === null) return [`lacks the header ${name}`]
    const inDetail = name === POLICY ? comparePolicies(value, expected) : []
    return inDetail.length > 0 ? inDetail : [`has the header ${name}: ${value} (the release: ${expected})`]
  })
  return [
    ...differences,
    ...UNWANTED.flatMap((name) => (served.has(name) && !(name in templates) ? [`has the header ${name}`] : [])),
  ]
}

function fill(template: string, { core, issuer, credentialIssuers }: Origins): string {
  return template
    .replaceAll(' {core}', core === '' ? '' : ` ${core}`)
    .replaceAll(' {credential_issuers}', credentialIssuers.map((origin) => ` ${origin}`).join(''))
    .replaceAll('{issuer}', issuer)
}

function comparePolicies(served: string, expected: string): string[] {
  const [one, other] = [directivesOf(served), directivesOf(expected)]
  const names = new Set([...other.keys(), ...one.keys()])
  return [...names].flatMap((name) => {
    const [is, should] = [one.get(name), other.get(name)]
    if (is === should) return []
    if (is === undefined) return [`has a policy without ${should}`]
    return [`has a policy with ${is} (the release: ${should ?? `no ${name}`})`]
  })
}

function directivesOf(policy: string): ReadonlyMap<string, string> {
  const directives = policy.split(';').map((each) => each.trim())
  return new Map(directives.map((each) => [each.split(' ')[0] ?? '', each]))
}

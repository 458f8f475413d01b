import type { PageConfig } from '@countersign/contracts/page-config'
import { FAMILIES } from './browsers.ts'
import type { Difference } from './findings.ts'
import type { Expectations } from './judge-config.ts'

type Comparison = {
  readonly version: string
  /** The manifest, and whether its signature was checked. */
  readonly source: string
  readonly config: PageConfig
  readonly expectations: Expectations
  readonly requests: number
  readonly networks: readonly string[]
}

export function describeComparison({ version, source, config, expectations, requests, networks }: Comparison): string {
  const { issuer, coreUrl, opaqueServerKeys, credentialIssuers, brand } = config
  const keys = opaqueServerKeys.length > 0 ? opaqueServerKeys.join(', ') : 'any: core may show one of its own'
  const keysJudged = expectations.passwordKeys === undefined ? ', not judged: --password-key' : ''
  const coreJudged = expectations.core === undefined ? ', judged by its site only: --core' : ''
  const core = coreUrl === '' ? 'at the address of the page, where what else it sends is not compared' : coreUrl
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['Release', version],
    ['Compared with', source],
    ['Asked', `${requests} times, as ${FAMILIES.flat().length} browsers, through ${networks.join(', ')}`],
    ['Name', brand.name],
    ['Issuer', issuer],
    ['Core', `${core}${coreJudged}`],
    ['Credential issuers', credentialIssuers.length > 0 ? credentialIssuers.join(', ') : 'none'],
    ['Password keys', `${keys}${keysJudged}`],
    ...brand.links.map(({ label, url }) => [`Link: ${label}`, url] as const),
    ...(brand.supportUrl ? [['Help', brand.supportUrl] as const] : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** Says for whom it differs, unless it does for browsers of every family, or through every network. */
export function describeDifferences(differences: readonly Difference[], networks: readonly string[]): string {
  const lines = differences.map(({ what, paths: [first = '', ...others], ...seenBy }) => {
    const isEveryFamily = FAMILIES.every((members) => members.some(({ name }) => seenBy.browsers.includes(name)))
    const only = [
      ...(isEveryFamily ? [] : seenBy.browsers),
      ...(seenBy.networks.length === networks.length ? [] : seenBy.networks.map((name) => `through ${name}`)),
    ]
    const where = others.length > 0 ? `${first} and ${others.length} more` : first
    return `  - ${where}: ${what}${only.length > 0 ? ` [only ${only.join(', ')}]` : ''}`
  })
  return `This is not what the release serves. Open no vault there:\n${lines.join('\n')}`
}

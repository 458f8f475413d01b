import { isDerivedTheme } from '@countersign/contracts/brand-theme'
import type { PageConfig } from '@countersign/contracts/page-config'
import { getDomain } from 'tldts'

/** Undefined: the user said nothing about it. */
export type Expectations = {
  readonly core: string | undefined
  readonly passwordKeys: readonly string[] | undefined
}

/** Describes what in a page's configuration is not as expected. */
export function judgeConfig(origin: string, config: PageConfig, { core, passwordKeys }: Expectations): string[] {
  return [
    // So that every text stays readable.
    ...(isDerivedTheme(config.brand.theme) ? [] : ['has colours that no accent leads to']),
    ...judgeCore(origin, config.coreUrl || origin, core),
    ...judgeKeys(config.opaqueServerKeys, passwordKeys),
  ]
}

/** People's vaults are there: unless it is expected, it must belong to the same domain as the page. */
function judgeCore(origin: string, core: string, expected: string | undefined): string[] {
  if (expected !== undefined)
    return normalized(core) === normalized(expected) ? [] : [`has its core at ${core} (expected: ${expected})`]
  if (siteOf(core) === siteOf(origin)) return []
  return [`has its core on another site, ${core} (if that is right, say so by --core)`]
}

/** A key fewer, as after a rotation, lets core do no more. */
function judgeKeys(keys: readonly string[], expected: readonly string[] | undefined): string[] {
  if (expected === undefined) return []
  if (keys.length === 0) return ['accepts any password key']
  return keys
    .filter((key) => !expected.includes(key))
    .map((key) => `accepts the password key ${key}, which is not expected`)
}

function normalized(address: string): string {
  return new URL(address).href.replace(/\/$/, '')
}

/** By the public suffix list, suffixes such as github.io included; the host where it has none. */
function siteOf(address: string): string {
  const { hostname } = new URL(address)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

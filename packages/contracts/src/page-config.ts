import type { BrandColours } from './brand-theme.ts'
import { expectFields, expectList, expectOneOf, expectText } from './json-form.ts'

/** The page's configuration, preloaded by `index.html`. */
export const PAGE_CONFIG_PATH = '/page-config.json'

/** The public key of an `OPAQUE_SERVER_SETUP`. */
export const OPAQUE_SERVER_KEY = /^[\w-]{43}$/

/** Values of `SIGN_UPS`. */
export const SIGN_UPS = ['open', 'invited', 'closed'] as const

export type SignUps = (typeof SIGN_UPS)[number]

const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/
const ADDRESS = /^https?:\/\//i
/** Its host stands in a policy (CSP 3 §2.3.1), where `*` and `;` would mean something; so no credentials either. */
const SERVICE = /^https?:\/\/[\w.:[\]-]+(?:\/|$)/i
const THEME_COLOUR = /^(?:accent|on-accent|accent-strong|accent-soft|accent-ink)$/
const RGB = /^#[\da-f]{6}$/

export type PageConfig = {
  /** Returned to apps as `iss` (RFC 9207). */
  readonly issuer: string
  /** Without a trailing slash; empty: the page's own address. */
  readonly coreUrl: string
  /** Public OPAQUE keys that core may use; empty: any. */
  readonly opaqueServerKeys: readonly string[]
  readonly credentialIssuers: readonly string[]
  readonly signUps: SignUps
  readonly brand: PageBrand
}

export type PageBrand = {
  /** Shown in place of the product's name. */
  readonly name: string
  /** On our own origin; empty: the name beside our mark. */
  readonly logo: string
  readonly links: readonly { readonly label: string; readonly url: string }[]
  readonly supportUrl: string
  readonly theme: BrandColours
}

/** Reads the configuration as plain data: listed colours, web addresses, no style or script. @throws TypeError */
export function readPageConfig(json: unknown): PageConfig {
  const { issuer, core_url, opaque_server_keys, credential_issuers, sign_ups = 'open', brand } = expectFields(json)
  const { name, logo, links, support_url, theme } = expectFields(brand)
  return {
    issuer: expectText(issuer, SERVICE),
    coreUrl: core_url === '' ? '' : expectText(core_url, SERVICE),
    opaqueServerKeys: expectList(opaque_server_keys, (key) => expectText(key, OPAQUE_SERVER_KEY)),
    credentialIssuers: expectList(credential_issuers, (origin) => expectText(origin, ORIGIN)),
    // Missing in an older server's.
    signUps: expectOneOf(sign_ups, SIGN_UPS),
    brand: {
      name: expectText(name, /^.{1,60}$/s),
      logo: expectText(logo, /^(?:\/brand\/logo\?v=[\w-]+)?$/),
      links: expectList(links, (link) => {
        const { label, url } = expectFields(link)
        return { label: expectText(label, /./s), url: expectText(url, ADDRESS) }
      }),
      supportUrl: support_url === '' ? '' : expectText(support_url, ADDRESS),
      theme: readTheme(theme),
    },
  }
}

function readTheme(theme: unknown): BrandColours {
  const colours = Object.entries(expectFields(theme)).map(([name, pair]) => {
    const { 0: light, 1: dark } = expectFields(pair)
    return [expectText(name, THEME_COLOUR), [expectText(light, RGB), expectText(dark, RGB)]] as const
  })
  return Object.fromEntries(colours)
}

import { expectFields, expectList, expectText } from './json-form.ts'

/** Where the page finds its configuration. `index.html` preloads it. */
export const PAGE_CONFIG_PATH = '/page-config.json'

/** The public half of an `OPAQUE_SERVER_SETUP`. */
export const OPAQUE_SERVER_KEY = /^[\w-]{43}$/

const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/
const ADDRESS = /^https?:\/\//i
const THEME_COLOUR = /^(?:accent|on-accent|accent-strong|accent-soft|accent-ink)$/
const RGB = /^#[\da-f]{6}$/

/** What the page has to know of this installation. */
export type PageConfig = {
  /** The `iss` that goes back to apps (RFC 9207). */
  readonly issuer: string
  /** Without a trailing slash; empty where core answers at the page's own address. */
  readonly coreUrl: string
  /** Public keys of the password protocol that core may have; empty: any. */
  readonly opaqueServerKeys: readonly string[]
  /** Origins of issuers of credentials that the vault may fetch from; empty: from none. */
  readonly credentialIssuers: readonly string[]
  readonly brand: PageBrand
}

/** Who runs this installation. */
export type PageBrand = {
  /** The operator's name, wherever the product would name itself. */
  readonly name: string
  /** The address of the logo on our own origin; empty where the name stands with our mark. */
  readonly logo: string
  /** Imprint, privacy, terms: whatever the operator has to link to. */
  readonly links: readonly { readonly label: string; readonly url: string }[]
  /** Where people find help; empty where the operator gave none. */
  readonly supportUrl: string
  readonly theme: Theme
}

/** Colours of `tokens.css` that an operator replaced, each by its name: in the light and in the dark, as `#rrggbb`. */
export type Theme = Readonly<Record<string, readonly [light: string, dark: string]>>

/**
 * Reads what the server says of itself. It is data and nothing else: a closed list of colours and no style, addresses of
 * the web and no script.
 * @throws TypeError
 */
export function readPageConfig(json: unknown): PageConfig {
  const { issuer, core_url, opaque_server_keys, credential_issuers, brand } = expectFields(json)
  const { name, logo, links, support_url, theme } = expectFields(brand)
  return {
    issuer: expectText(issuer, ADDRESS),
    coreUrl: core_url === '' ? '' : expectText(core_url, ADDRESS),
    opaqueServerKeys: expectList(opaque_server_keys, (key) => expectText(key, OPAQUE_SERVER_KEY)),
    credentialIssuers: expectList(credential_issuers, (origin) => expectText(origin, ORIGIN)),
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

function readTheme(theme: unknown): Theme {
  const colours = Object.entries(expectFields(theme)).map(([name, pair]) => {
    const { 0: light, 1: dark } = expectFields(pair)
    return [expectText(name, THEME_COLOUR), [expectText(light, RGB), expectText(dark, RGB)]] as const
  })
  return Object.fromEntries(colours)
}

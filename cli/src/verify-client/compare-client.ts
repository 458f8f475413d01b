import { randomUUID } from 'node:crypto'
import { isDerivedTheme } from '@countersign/service/brand'
import {
  type ClientManifest,
  type HeaderTemplates,
  integrityOf,
  PAGE_CONFIG_PATH,
  type PageConfig,
  readPageConfig,
} from '@countersign/web'
import { CommandError } from '../command-error.ts'
import {
  askAsBrowser,
  askAsListed,
  asksFor,
  asksForFile,
  asksForPage,
  type BrowserAsk,
  LISTED_ENCODINGS,
  type Served,
} from './ask-as-browser.ts'

/** A deviation from the release, and its paths. */
export type Difference = { readonly what: string; readonly paths: readonly string[] }

type Expected = {
  readonly status?: number
  readonly integrity?: string
  readonly headers: HeaderTemplates
}

/**
 * Requests all that a server sends to browsers, in every encoding, and compares it with a release.
 * @throws CommandError if the server does not answer, or serves no page configuration
 */
export async function compareClient(
  origin: string,
  { page, console, files, config: { headers }, logo, serviceWorker }: ClientManifest,
) {
  const { config, integrity, origins, difference } = await readConfig(origin)
  const found = new Map<string, Set<string>>()
  const note = (what: string, path: string) => found.set(what, (found.get(what) ?? new Set()).add(path))
  if (difference) note(difference, PAGE_CONFIG_PATH)

  const compare = async (path: string, expected: Expected, asks: readonly BrowserAsk[]): Promise<void> => {
    for (const { address, kind, encoding } of asks) {
      const served = await askAsBrowser(`${origin}${address}`, kind, encoding)
      for (const what of differencesOf(served, expected, origins)) note(what, path)
    }
  }
  const nowhere = `/${randomUUID()}`
  for (const document of [page, console]) {
    for (const path of document.paths) await compare(path, document, asksForPage(path))
  }
  await compare(nowhere, { ...page, status: 404 }, asksFor(nowhere, 'visit'))
  await compare(PAGE_CONFIG_PATH, { headers, integrity }, asksFor(PAGE_CONFIG_PATH, 'data'))
  for (const file of files) await compare(file.path, file, asksForFile(file.path))
  if (serviceWorker) {
    for (const path of [nowhere, ...page.paths])
      await compare(path, serviceWorker, [askAsListed(path, 'service_worker')])
  }
  if (config.brand.logo) await compare(config.brand.logo, logo, asksFor(config.brand.logo, 'image'))

  const differences = Array.from(found, ([what, paths]): Difference => ({ what, paths: [...paths] }))
  return { config, differences }
}

/** Colours must derive from the accent, so that every text stays readable. */
async function readConfig(origin: string) {
  const { status, body } = await askAsBrowser(`${origin}${PAGE_CONFIG_PATH}`, 'data', LISTED_ENCODINGS)
  try {
    if (status !== 200) throw new TypeError(`Status ${status}`)
    const config = readPageConfig(JSON.parse(body.toString()))
    const difference = isDerivedTheme(config.brand.theme) ? undefined : 'has colours that no accent leads to'
    return { config, integrity: integrityOf(body), origins: originsOf(config), difference }
  } catch (cause) {
    const complaint = `${origin} serves no configuration of a page at ${PAGE_CONFIG_PATH}.`
    throw new CommandError(`${complaint} Give the address of the page: where people sign in.`, { cause })
  }
}

/** `core` is empty at the page's own address. */
function originsOf({ issuer, coreUrl, credentialIssuers }: PageConfig) {
  const core = coreUrl === '' ? '' : new URL(coreUrl).origin
  return { issuer: new URL(issuer).origin, core, credentialIssuers }
}

function differencesOf({ status, headers, body }: Served, expected: Expected, origins: Origins): string[] {
  const { status: expectedStatus = 200, integrity } = expected
  if (status !== expectedStatus) return [`is answered with status ${status} (the release: ${expectedStatus})`]
  const isOther = integrity !== undefined && integrityOf(body) !== integrity
  return [...(isOther ? ['has other content'] : []), ...compareHeaders(headers, expected.headers, origins)]
}

type Origins = ReturnType<typeof originsOf>

/** Headers that load or navigate elsewhere, or clear the device's data. */
const UNWANTED = ['clear-site-data', 'link', 'refresh', 'service-worker-allowed', 'speculation-rules']
const POLICY = 'content-security-policy'

/** Compares headers with the release. Further headers, as from a proxy, are allowed unless unwanted. */
function compareHeaders(served: Headers, templates: HeaderTemplates, origins: Origins): string[] {
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

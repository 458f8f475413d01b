import { isReadableTheme } from '@countersign/contracts/brand-theme'
import { type PageBrand, readPageConfig } from '@countersign/contracts/page-config'
import { chooseLanguage, readRememberedLanguage } from '@countersign/ui/messages/languages.ts'
import { runAt } from '@countersign/ui/place.ts'
import { originOf, parseAddress } from './address.ts'
import { askService } from './ask-service.ts'
import { noteLeaving, readPostedAnswer } from './form-post.ts'
import { findService, identityOf, type Service, storageNameOf, type WireConfig } from './services.ts'
import { EXTENSION_TEXTS } from './services-page/texts.ts'
import { endServiceWorkers } from './take-over.ts'

/** Opens the client of the service whose address is this page's query, or asks the user first. */
async function open(): Promise<void> {
  const address = serviceAddress()
  const service = await findService(originOf(address))
  if (!service?.isOn) return ask('add', address)
  // A registration may have begun before the rules, and taken until now.
  void endServiceWorkers(service.origin)
  const config = await currentConfig(service)
  if (config === undefined) return ask('changed', address)
  if (readPostedAnswer(address)) return ask('answer', address)
  noteLeaving(service.origin)
  document.head.append(policyOf(service.origin, config), baseOf(service.origin))
  runAt({
    address: serviceAddress,
    browserAddressOf: (to) => `${chrome.runtime.getURL('client.html')}?${new URL(to, serviceAddress()).href}`,
    storedAs: (name) => storageNameOf(name, service.origin),
    loadConfig: async () => config,
  })
  const root = document.getElementById('client')
  if (root) root.id = isConsole(address) ? 'console' : 'app'
  await (root?.id === 'console'
    ? import('@countersign/console/client/start.tsx')
    : import('@countersign/web/client/main.tsx'))
}

/** Behind the first question mark, with its own query and fragment. */
function serviceAddress(): string {
  return parseAddress(location.search.slice(1) + location.hash)?.href ?? ''
}

function isConsole(address: string): boolean {
  return /^\/console(?:\/|$)/.test(new URL(address).pathname)
}

/**
 * The confirmed configuration, with the operator's current look. Undefined for another identity that the user has not
 * decided about.
 */
async function currentConfig({ origin, config, declined }: Service): Promise<WireConfig | undefined> {
  // The confirmed one serves without a connection too.
  const offered = await askService(origin).catch(() => config)
  const identity = JSON.stringify(identityOf(offered))
  if (identity === JSON.stringify(identityOf(config))) return withCheckedLooks(offered)
  return identity === declined ? config : undefined
}

/** The operator's current look, which no one confirmed: no colours that hide a button, and links that say whose they are. */
function withCheckedLooks(config: WireConfig): WireConfig {
  const { name, logo, links, supportUrl, theme } = readPageConfig(config).brand
  const brand = { name, logo, links: links.map(marked), support_url: supportUrl }
  return { ...config, brand: { ...brand, theme: isReadableTheme(theme) ? theme : {} } }
}

function marked({ label, url }: PageBrand['links'][number]): PageBrand['links'][number] {
  const text = EXTENSION_TEXTS[chooseLanguage(navigator.languages, readRememberedLanguage())]
  return { label: `${label} (${text.operatorLink(new URL(url).host)})`, url }
}

function ask(question: 'add' | 'changed' | 'answer', address: string): void {
  location.replace(`services.html?${new URLSearchParams({ [question]: address })}`)
}

/** The manifest's policy must name any service; a page talks to its own one, as at the service's address. */
function policyOf(origin: string, config: WireConfig): HTMLMetaElement {
  const { coreUrl, issuer } = readPageConfig(config)
  const [core, provider] = [coreUrl, issuer].map((address) => new URL(address).origin)
  const meta = document.createElement('meta')
  meta.httpEquiv = 'content-security-policy'
  meta.content = `connect-src 'self' ${origin} ${core} ${provider}; img-src 'self' data: ${origin} ${provider}`
  return meta
}

/** Links lead to the service's addresses, also in new tabs. */
function baseOf(origin: string): HTMLBaseElement {
  const base = document.createElement('base')
  base.href = `${origin}/`
  return base
}

open().catch(() => document.getElementById('not-loaded')?.removeAttribute('hidden'))

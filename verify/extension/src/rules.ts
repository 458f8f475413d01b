import { COMPONENT_PATHS } from '@countersign/ui/routing/paths.ts'
import { FORM_POST_PATH } from './address.ts'

type Rule = chrome.declarativeNetRequest.Rule
type Types = Rule['condition']['resourceTypes']

/** No script could register a service worker or ask for a passkey, no form could ask for a password. */
const POLICY = "default-src 'none'; form-action 'none'; base-uri 'none'"

/**
 * The rules for services that are on (WebExtensions, `declarativeNetRequest`): a visit opens `client` with the address as
 * its query, so that the browser carries a fragment over. The server's remaining documents only show text.
 */
export function rulesFor(origins: readonly string[], client: string): Rule[] {
  return origins.flatMap(rulesOf).map((each, index) => Object.assign(each, { id: index + 1 }))

  function rulesOf(origin: string): Omit<Rule, 'id'>[] {
    const { protocol, host } = new URL(origin)
    const its = addressesOf(origin)
    const redirect = { regexSubstitution: `${client}?${origin}\\1` }
    return [
      // Without its script no worker can begin, whichever page registers it. The extension has no script of the server.
      rule({ type: 'block' }, `${its}/`, 6, ['script']),
      rule({ type: 'modifyHeaders', responseHeaders: [policy] }, `${hostOf(origin)}/`, 5, DOCUMENTS),
      ...(protocol === 'https:'
        ? [rule({ type: 'upgradeScheme' }, `${addressesOf(`http://${host}`)}/`, 4, DOCUMENTS)]
        : []),
      rule({ type: 'redirect', redirect }, `${its}(${quote(FORM_POST_PATH)}(?:\\?.*)?)$`, 3),
      rule({ type: 'allow' }, `${its}/(?:${COMPONENT_PATHS.map(quote).join('|')})(?:[/?].*)?$`, 2),
      rule({ type: 'redirect', redirect }, `${its}(/.*)`, 1),
    ]
  }
}

/** The ways in which a document is shown; `object` is also `embed`. */
const DOCUMENTS: Types = ['main_frame', 'sub_frame', 'object']

const policy = { header: 'content-security-policy', operation: 'append', value: POLICY } as const

function rule(action: Rule['action'], regexFilter: string, priority: number, types: Types = ['main_frame']) {
  return { priority, action, condition: { regexFilter, resourceTypes: types, isUrlFilterCaseSensitive: true } }
}

/** Addresses as browsers write them (URL Standard §4.5): parsed, with the credentials before the host. */
function addressesOf(origin: string, port = ''): string {
  const { protocol, host } = new URL(origin)
  return `^${protocol}//(?:[^/]*@)?${quote(host)}${port}`
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** A passkey is the host's, so other ports count too. On a developer's machine they are other programs. */
function hostOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return LOOPBACK.test(hostname) ? addressesOf(origin) : addressesOf(`${protocol}//${hostname}`, '(?::[0-9]+)?')
}

function quote(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

import { COMPONENT_PATHS } from '@countersign/web/client/routing/paths.ts'

type Rule = chrome.declarativeNetRequest.Rule

/** The provider's form_post page submits itself by this statement (`document.forms[0].submit()`), and runs no other. */
const FORM_POST = "'sha256-ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE='"

/** Script of these documents could register a service worker, or ask for a passkey of the host. */
const POLICY = `script-src ${FORM_POST}; worker-src 'none'; object-src 'none'; base-uri 'none'`

/** A component's own address shows the server's document; everything else opens in the extension. */
export function isLed(address: string, origin: string): boolean {
  return address.startsWith(`${origin}/`) && !new RegExp(componentsOf(origin)).test(address)
}

/**
 * The rules for services that are on (WebExtensions, `declarativeNetRequest`): a visit opens `client` with the address as
 * its query, so that the browser carries a fragment over. The server's remaining documents run no script.
 */
export function rulesFor(origins: readonly string[], client: string): Rule[] {
  return origins.flatMap((origin, index): Rule[] => {
    const first = index * 3 + 1
    return [
      rule(first, { type: 'modifyHeaders', responseHeaders: [policy] }, 3, hostOf(origin), DOCUMENTS),
      rule(first + 1, { type: 'allow' }, 2, componentsOf(origin)),
      rule(
        first + 2,
        { type: 'redirect', redirect: { regexSubstitution: `${client}?\\0` } },
        1,
        `^${quote(origin)}/.*`,
      ),
    ]
  })
}

/** The ways in which a document is shown; `object` is also `embed`. */
const DOCUMENTS: Rule['condition']['resourceTypes'] = ['main_frame', 'sub_frame', 'object']

const policy = { header: 'content-security-policy', operation: 'append', value: POLICY } as const

function rule(
  id: number,
  action: Rule['action'],
  priority: number,
  regexFilter: string,
  resourceTypes: Rule['condition']['resourceTypes'] = ['main_frame'],
): Rule {
  return { id, priority, action, condition: { regexFilter, resourceTypes, isUrlFilterCaseSensitive: true } }
}

function componentsOf(origin: string): string {
  return `^${quote(origin)}/(?:${COMPONENT_PATHS.map(quote).join('|')})(?:[/?].*)?$`
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** A passkey is the host's, so other ports count too. On a developer's machine they are other programs. */
function hostOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return LOOPBACK.test(hostname) ? `^${quote(origin)}/` : `^${protocol}//${quote(hostname)}(?::[0-9]+)?/`
}

function quote(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

export type DocumentHosts = {
  /** Documents of hosts that are not listed: any, those that name a sealing key, or none. */
  readonly others: 'any' | 'sealed' | 'none'
  readonly listed: ReadonlySet<string>
  readonly excluded: ReadonlySet<string>
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[::1\])(?::\d{1,5})?$/
/** URL parsers remove these (draft-ietf-oauth-client-id-metadata-document §3 forbids them). */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Whether a `client_id` may be a document's address; registered ones never start like this. */
export function isClientIdUrl(clientId: string): boolean {
  return /^https?:\/\//.test(clientId)
}

/** Normalized https with a path, without user information, fragment and dot segments; loopback http only if listed. */
export function readClientIdUrl(clientId: string, hosts: DocumentHosts): URL | undefined {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined
  if (!url || url.href !== clientId || clientId.includes('#') || DOT_SEGMENT.test(clientId)) return undefined
  if (url.username !== '' || url.password !== '' || url.pathname === '/') return undefined
  const isListed = isListedHost(url, hosts)
  // A trailing dot names the same host but escapes the lists (RFC 1034 §3.1).
  if (url.hostname.endsWith('.') || isExcluded(url, hosts)) return undefined
  if (LOOPBACK.has(url.hostname)) return isListed ? url : undefined
  return url.protocol === 'https:' && (isListed || hosts.others !== 'none') ? url : undefined
}

/** Whether its document must name a sealing key. */
export function mustSeal(url: URL, hosts: DocumentHosts): boolean {
  return hosts.others === 'sealed' && !isListedHost(url, hosts)
}

function isListedHost({ host, hostname }: URL, { listed }: DocumentHosts): boolean {
  return listed.has(host) || listed.has(hostname)
}

function isExcluded({ host, hostname }: URL, { excluded }: DocumentHosts): boolean {
  return [...excluded].some((name) => [host, hostname].some((own) => own === name || own.endsWith(`.${name}`)))
}

/** The default of the setting. */
export const SEALED_ONLY = 'sealed'

/** Parses comma-separated `*`, `sealed`, hosts, and `!` before excluded ones; undefined if any is not a host. */
export function parseDocumentHosts(text: string): DocumentHosts | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const [listed, excluded] = [new Set<string>(), new Set<string>()]
  for (const name of names) {
    if (name.startsWith('!')) excluded.add(name.slice(1))
    else if (name !== '*' && name !== SEALED_ONLY) listed.add(name)
  }
  if (names.length === 0 || ![...listed, ...excluded].every(isHost)) return undefined
  return { others: readOthers(names), listed, excluded }
}

function readOthers(names: readonly string[]): DocumentHosts['others'] {
  if (names.includes('*')) return 'any'
  // Exclusions alone are exclusions from the default.
  return names.includes(SEALED_ONLY) || names.every((name) => name.startsWith('!')) ? 'sealed' : 'none'
}

/** URLs drop https's default port, so a host with `:443` would never match. */
function isHost(name: string): boolean {
  return HOST.test(name) && !name.endsWith(':443')
}

/** Whether loopback documents are read over http, for development. */
export function allowsLoopback({ listed }: DocumentHosts): boolean {
  return [...listed].some((name) => LOOPBACK.has(name.replace(/:\d+$/, '')))
}

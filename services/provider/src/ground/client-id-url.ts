/** Whose documents are read: hosts, or all of them. */
export type DocumentHosts = {
  readonly all: boolean
  readonly listed: ReadonlySet<string>
  readonly excluded: ReadonlySet<string>
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[::1\])(?::\d{1,5})?$/
/** What a URL parser would take out, so that it must not be there (draft-ietf-oauth-client-id-metadata-document §3). */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Whether a `client_id` may be the address of a document at all: no identifier that is given out here begins like one. */
export function isClientIdUrl(clientId: string): boolean {
  return /^https?:\/\//.test(clientId)
}

/**
 * The address of a client's document, if it is one whose documents are read: https with a path, in its normal form, without
 * user information, fragment and dot segments; http on this machine only where that is listed by its name.
 */
export function readClientIdUrl(clientId: string, hosts: DocumentHosts): URL | undefined {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined
  if (!url || url.href !== clientId || clientId.includes('#') || DOT_SEGMENT.test(clientId)) return undefined
  if (url.username !== '' || url.password !== '' || url.pathname === '/') return undefined
  const isListed = hosts.listed.has(url.host) || hosts.listed.has(url.hostname)
  // With a dot at its end it is the same machine by another name, that nobody listed or left out (RFC 1034 §3.1).
  if (url.hostname.endsWith('.') || isExcluded(url, hosts)) return undefined
  if (LOOPBACK.has(url.hostname)) return isListed ? url : undefined
  return url.protocol === 'https:' && (isListed || hosts.all) ? url : undefined
}

/** A host stands for what is below it too: whoever has it has that. */
function isExcluded({ host, hostname }: URL, { excluded }: DocumentHosts): boolean {
  return [...excluded].some((name) => [host, hostname].some((own) => own === name || own.endsWith(`.${name}`)))
}

/** `*`, hosts, and `!` before those that are left out; separated by commas. Nothing if one of them is no host. */
export function parseDocumentHosts(text: string): DocumentHosts | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const [listed, excluded] = [new Set<string>(), new Set<string>()]
  for (const name of names) {
    if (name.startsWith('!')) excluded.add(name.slice(1))
    else if (name !== '*') listed.add(name)
  }
  if (names.length === 0 || ![...listed, ...excluded].every(isHost)) return undefined
  return { all: names.includes('*'), listed, excluded }
}

/** The port that https has by itself stands in no address, so that a name with it would never be met. */
function isHost(name: string): boolean {
  return HOST.test(name) && !name.endsWith(':443')
}

/** Whether documents are read from this machine too, in clear: for development. */
export function allowsLoopback({ listed }: DocumentHosts): boolean {
  return [...listed].some((name) => LOOPBACK.has(name.replace(/:\d+$/, '')))
}

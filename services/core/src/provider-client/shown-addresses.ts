/** Remembers where requests lead, as the provider said when a person was shown them. */
export type ShownAddresses = {
  note(authRequestId: string, redirectUri: string): void
  /** Whether an answer may lead there: nowhere that runs script, and nowhere else than was shown. */
  allows(authRequestId: string, redirectUri: string): boolean
}

/** Longer ago than so many requests, one has expired. */
const MAXIMUM_REMEMBERED = 10_000

/** What a browser runs or opens by itself instead of taking it to an app (CVE-2026-67333, CVE-2024-21637). */
const NO_APP: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'ws', 'wss', 'ftp'].map(
    (scheme) => `${scheme}:`,
  ),
)

/**
 * In the memory of this process: a request that another process has shown is checked by its scheme, and by the page, which
 * compares with what it showed too.
 */
export function createShownAddresses(): ShownAddresses {
  const shown = new Map<string, string>()

  function note(authRequestId: string, redirectUri: string): void {
    const [oldest] = shown.keys()
    if (shown.size >= MAXIMUM_REMEMBERED && oldest !== undefined) shown.delete(oldest)
    shown.set(authRequestId.toLowerCase(), redirectUri)
  }

  function allows(authRequestId: string, redirectUri: string): boolean {
    if (!URL.canParse(redirectUri) || NO_APP.has(new URL(redirectUri).protocol)) return false
    return (shown.get(authRequestId.toLowerCase()) ?? redirectUri) === redirectUri
  }

  return { note, allows }
}

import type { AuthorizationRequestDetails } from '@countersign/contracts'

/** A request this many requests ago has expired. */
const MAXIMUM_REMEMBERED = 10_000

/** Schemes that a browser runs or opens itself instead of passing them to an app (CVE-2026-67333, CVE-2024-21637). */
const NO_APP: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'ws', 'wss', 'ftp'].map(
    (scheme) => `${scheme}:`,
  ),
)

/**
 * Remembers where the requests lead that this process has shown. Of one that another process has shown, only the scheme of
 * the address is checked here; the page compares too.
 */
export function createShownRequests() {
  const shown = new Map<string, string>()
  return {
    note({
      auth_request_id,
      redirect_uri,
    }: Pick<AuthorizationRequestDetails, 'auth_request_id' | 'redirect_uri'>): void {
      const id = auth_request_id.toLowerCase()
      const [oldest] = shown.keys()
      if (shown.size >= MAXIMUM_REMEMBERED && oldest !== undefined && !shown.has(id)) shown.delete(oldest)
      shown.set(id, redirect_uri)
    },
    /** Whether an answer may lead to this address: not to a scheme that runs script, nor elsewhere than shown. */
    allows(authRequestId: string, redirectUri: string): boolean {
      const known = shown.get(authRequestId.toLowerCase())
      // Its scheme was checked before it was shown.
      if (known !== undefined) return known === redirectUri
      const protocol = URL.parse(redirectUri)?.protocol
      return protocol !== undefined && !NO_APP.has(protocol)
    },
  }
}

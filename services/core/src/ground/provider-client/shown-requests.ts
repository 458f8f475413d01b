import type { AuthorizationRequestDetails } from '@countersign/contracts'

/** A request this many requests ago has expired. */
const MAXIMUM_REMEMBERED = 10_000

/** Schemes that a browser runs or opens itself instead of passing them to an app (CVE-2026-67333, CVE-2024-21637). */
const NO_APP: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'ws', 'wss', 'ftp'].map(
    (scheme) => `${scheme}:`,
  ),
)

type Shown = {
  readonly redirectUri: string
  /** Absent once it is decided or given back. */
  readonly waiting?: { readonly details: AuthorizationRequestDetails; readonly userId: string }
}

/**
 * Remembers requests as this process showed them to users, only to prepare answers; the provider decides on current state.
 * Of a request that another process showed, only the scheme of the address is checked here; the page compares too.
 */
export function createShownRequests(now: () => Date) {
  const shown = new Map<string, Shown>()

  function set(authRequestId: string, request: Shown): void {
    const id = authRequestId.toLowerCase()
    const [oldest] = shown.keys()
    if (shown.size >= MAXIMUM_REMEMBERED && oldest !== undefined && !shown.has(id)) shown.delete(oldest)
    shown.set(id, request)
  }

  return {
    note(details: AuthorizationRequestDetails, userId: string): void {
      const { auth_request_id, redirect_uri: redirectUri, status } = details
      set(auth_request_id, { redirectUri, ...(status === 'pending' && { waiting: { details, userId } }) })
    },
    /** The pending request as shown to this user. */
    find(authRequestId: string, userId: string): AuthorizationRequestDetails | undefined {
      const waiting = shown.get(authRequestId.toLowerCase())?.waiting
      const isOpen = waiting?.userId === userId && now() < new Date(waiting.details.expires_at)
      return isOpen ? waiting.details : undefined
    },
    /** The request no longer waits for this user. Its address stays known. */
    settle(authRequestId: string): void {
      const request = shown.get(authRequestId.toLowerCase())
      if (request) set(authRequestId, { redirectUri: request.redirectUri })
    },
    /** Whether an answer may lead to this address: not to a scheme that runs script, nor elsewhere than shown. */
    allows(authRequestId: string, redirectUri: string): boolean {
      const known = shown.get(authRequestId.toLowerCase())
      // Its scheme was checked before it was shown.
      if (known) return known.redirectUri === redirectUri
      const protocol = URL.parse(redirectUri)?.protocol
      return protocol !== undefined && !NO_APP.has(protocol)
    },
  }
}

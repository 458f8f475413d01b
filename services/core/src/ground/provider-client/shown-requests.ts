import type { AuthorizationRequestDetails } from '@countersign/contracts'

/** Remembers requests as the provider showed them to people, so that what follows need not ask again what was said. */
export type ShownRequests = {
  readonly note: (details: AuthorizationRequestDetails, userId: string) => void
  /** As it was shown to this person, for as long as it waits for their answer. */
  readonly find: (authRequestId: string, userId: string) => AuthorizationRequestDetails | undefined
  /** It waits no more, or not for this person. Where it leads stays known. */
  readonly settle: (authRequestId: string) => void
  /** Whether an answer may lead there: nowhere that runs script, and nowhere else than was shown. */
  readonly allows: (authRequestId: string, redirectUri: string) => boolean
}

/** Longer ago than so many requests, one has expired. */
const MAXIMUM_REMEMBERED = 10_000

/** What a browser runs or opens by itself instead of taking it to an app (CVE-2026-67333, CVE-2024-21637). */
const NO_APP: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'ws', 'wss', 'ftp'].map(
    (scheme) => `${scheme}:`,
  ),
)

type Shown = {
  readonly redirectUri: string
  /** Absent once it waits no more. */
  readonly waiting?: { readonly details: AuthorizationRequestDetails; readonly userId: string }
}

/**
 * In the memory of this process: a request that another process has shown is read again, and its address checked by its
 * scheme, and by the page, which compares with what it showed too. What is remembered only prepares an answer. The provider
 * decides, with the request and the app as they are then.
 */
export function createShownRequests(now: () => Date): ShownRequests {
  const shown = new Map<string, Shown>()

  function set(authRequestId: string, request: Shown): void {
    const id = authRequestId.toLowerCase()
    const [oldest] = shown.keys()
    if (shown.size >= MAXIMUM_REMEMBERED && oldest !== undefined && !shown.has(id)) shown.delete(oldest)
    shown.set(id, request)
  }

  return {
    note(details, userId) {
      const { auth_request_id, redirect_uri: redirectUri, status } = details
      set(auth_request_id, { redirectUri, ...(status === 'pending' && { waiting: { details, userId } }) })
    },
    find(authRequestId, userId) {
      const waiting = shown.get(authRequestId.toLowerCase())?.waiting
      const isOpen = waiting?.userId === userId && now() < new Date(waiting.details.expires_at)
      return isOpen ? waiting.details : undefined
    },
    settle(authRequestId) {
      const request = shown.get(authRequestId.toLowerCase())
      if (request) set(authRequestId, { redirectUri: request.redirectUri })
    },
    allows(authRequestId, redirectUri) {
      if (!URL.canParse(redirectUri) || NO_APP.has(new URL(redirectUri).protocol)) return false
      return (shown.get(authRequestId.toLowerCase())?.redirectUri ?? redirectUri) === redirectUri
    },
  }
}

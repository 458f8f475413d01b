/** Stored in a cookie: browsers allow 4 KiB each, servers about 8 KiB in all. */
const MOST_CHARACTERS = 1024

/**
 * Returns the app's path, with query and fragment, that the browser goes to after sign-in. Anything that could lead elsewhere
 * (an open redirect, RFC 9700 §4.11) or is too long becomes `/`.
 */
export function readReturnPath(returnTo: string | null | undefined, origin: string): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
  const url = new URL(returnTo, origin)
  const path = url.pathname + url.search + url.hash
  // As a Location, `//host` names another host; `/.//host` normalises to it.
  return url.origin === origin && !path.startsWith('//') && path.length <= MOST_CHARACTERS ? path : '/'
}

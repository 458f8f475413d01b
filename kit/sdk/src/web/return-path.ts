/** Stored in a cookie: browsers allow 4 KiB each, servers about 8 KiB in all. */
const MOST_CHARACTERS = 1024

/** A path of the app. Anything that could lead elsewhere (RFC 9700 §4.11) or is too long becomes `/`. */
export function readReturnPath(returnTo: string | null | undefined, origin: string): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
  const url = new URL(returnTo, origin)
  const path = url.pathname + url.search + url.hash
  // As a Location, `//host` names another host; `/.//host` normalises to it.
  return url.origin === origin && !path.startsWith('//') && path.length <= MOST_CHARACTERS ? path : '/'
}

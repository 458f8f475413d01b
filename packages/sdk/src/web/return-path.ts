/** It goes along in a cookie: of 4 KiB that browsers keep, and of 8 KiB that servers read of all together. */
const MOST_CHARACTERS = 1024

/**
 * Where a browser goes after its sign-in: a path of the app itself, with query and fragment. Whatever leads elsewhere, or
 * could be read so, or is too long to be kept, becomes `/`: an app must not lend its name to others as an open redirect (RFC 9700 §4.11).
 */
export function readReturnPath(returnTo: string | null | undefined, origin: string): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
  const url = new URL(returnTo, origin)
  const path = url.pathname + url.search + url.hash
  // As a Location of its own, `//host` would be another host; `/.//host` has such a path too.
  return url.origin === origin && !path.startsWith('//') && path.length <= MOST_CHARACTERS ? path : '/'
}

import { useEffect, useMemo, useState } from 'preact/hooks'
import { PATHS, type Path } from './paths.ts'

/** Where the person is. `authRequestId` travels along through sign-in and sign-up, so that a reload forgets nothing. */
export type Route = {
  readonly path: Path | undefined
  /** As it stands in the address, unchecked; undefined if it is not there. */
  readonly authRequestId: string | undefined
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NAVIGATED = 'countersign:navigated'

/** Reads a route from an address, with or without its trailing slash. */
export function readRoute(url: URL): Route {
  const pathname = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const path = Object.values(PATHS).find((each) => each === pathname)
  return { path, authRequestId: url.searchParams.get('auth_request_id') ?? undefined }
}

/** Writes the address of a page. */
export function addressOf(path: Path, authRequestId?: string): string {
  return authRequestId === undefined ? path : `${path}?${new URLSearchParams({ auth_request_id: authRequestId })}`
}

/** Where to go once signed in: back to the request that waits, or home. */
export function destinationAfterSignIn({ authRequestId }: Route): string {
  return authRequestId === undefined ? PATHS.home : addressOf(PATHS.consent, authRequestId)
}

/** Whether a text has the form of a request's identifier (RFC 9562 §4). */
export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text)
}

/** Goes to another page without loading the document again, which would lock the vault. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new Event(NAVIGATED))
}

/** The current route; renders again when it changes. */
export function useRoute(): Route {
  const address = useAddress(isOfPages)
  return useMemo(() => readRoute(new URL(address)), [address])
}

function isOfPages(url: URL): boolean {
  return readRoute(url).path !== undefined
}

/**
 * The current address; renders again when it changes. Takes plain clicks on links to our own pages; everything else (new
 * tab, download, other sites) is left to the browser.
 * @param isOurs a constant
 */
export function useAddress(isOurs: (url: URL) => boolean): string {
  const [address, setAddress] = useState(location.href)
  useEffect(() => {
    const update = () => setAddress(location.href)
    const follow = (event: MouseEvent) => followLink(event, isOurs)
    addEventListener('popstate', update)
    addEventListener(NAVIGATED, update)
    document.addEventListener('click', follow)
    return () => {
      removeEventListener('popstate', update)
      removeEventListener(NAVIGATED, update)
      document.removeEventListener('click', follow)
    }
  }, [])
  return address
}

function followLink(event: MouseEvent, isOurs: (url: URL) => boolean): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (!isOurs(new URL(link.href))) return
  event.preventDefault()
  navigate(link.href)
}

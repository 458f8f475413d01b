import { useEffect, useMemo, useState } from 'preact/hooks'
import { browserAddressOf, here } from '../place.ts'
import { PATHS, type Path } from './paths.ts'

/** `authRequestId` travels along through sign-in and sign-up, so that a reload keeps it. */
export type Route = {
  readonly path: Path | undefined
  /** From the address, unchecked. */
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

export function addressOf(path: Path, authRequestId?: string): string {
  return authRequestId === undefined ? path : `${path}?${new URLSearchParams({ auth_request_id: authRequestId })}`
}

/** The pending request, or home. */
export function destinationAfterSignIn({ authRequestId }: Route): string {
  return authRequestId === undefined ? PATHS.home : addressOf(PATHS.consent, authRequestId)
}

/** Whether a text is a UUID (RFC 9562 §4). */
export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text)
}

/** Changes the page without loading the document again, which would lock the vault. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', browserAddressOf(address))
  else history.pushState(null, '', browserAddressOf(address))
  dispatchEvent(new Event(NAVIGATED))
}

export function useRoute(): Route {
  const address = useAddress(isOfPages)
  return useMemo(() => readRoute(new URL(address)), [address])
}

function isOfPages(url: URL): boolean {
  return readRoute(url).path !== undefined
}

/** The current address; handles plain clicks on our own links. `isOurs` must be constant. */
export function useAddress(isOurs: (url: URL) => boolean): string {
  const [address, setAddress] = useState(() => here().href)
  useEffect(() => {
    const update = () => setAddress(here().href)
    const follow = (event: MouseEvent) => followLink(event, isOurs)
    addEventListener('popstate', update)
    addEventListener(NAVIGATED, update)
    document.addEventListener('click', follow)
    // It may have changed since the render.
    update()
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
  if (!link || link.target || link.hasAttribute('download') || link.origin !== here().origin) return
  if (!isOurs(new URL(link.href))) return
  event.preventDefault()
  navigate(link.href)
}

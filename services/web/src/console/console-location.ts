import { useAddress } from '../routing/router.ts'
import { CONSOLE_PATHS, type ConsolePage } from './console-paths.ts'

const PAGES = Object.keys(CONSOLE_PATHS) as ConsolePage[]

/** Which page of the console an address is, and what it asks of it; with or without its trailing slash. */
export function useConsoleLocation(): { readonly page: ConsolePage; readonly query: URLSearchParams } {
  const url = new URL(useAddress((each) => findPage(each) !== undefined))
  return { page: findPage(url) ?? 'apps', query: url.searchParams }
}

/** The address of a page; what is empty is left out of it. */
export function consoleAddress(page: ConsolePage, query: Readonly<Record<string, string>> = {}): string {
  const there = Object.entries(query).filter(([, value]) => value !== '')
  return there.length === 0 ? CONSOLE_PATHS[page] : `${CONSOLE_PATHS[page]}?${new URLSearchParams(there)}`
}

function findPage({ pathname }: URL): ConsolePage | undefined {
  return PAGES.find((page) => CONSOLE_PATHS[page] === pathname.replace(/\/$/, ''))
}

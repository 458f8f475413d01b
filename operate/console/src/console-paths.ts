import { useAddress } from '@countersign/ui/routing/router.ts'

export const CONSOLE_PATHS = {
  people: '/console/people',
  account: '/console/account',
  invitations: '/console/invitations',
  apps: '/console',
  register: '/console/register',
  app: '/console/app',
  testSignIn: '/console/test-sign-in',
  scopes: '/console/scopes',
  claims: '/console/claims',
  resources: '/console/resources',
  tokens: '/console/tokens',
  audit: '/console/audit',
  keys: '/console/keys',
  health: '/console/health',
} as const

export type ConsolePage = keyof typeof CONSOLE_PATHS

const PAGES = Object.keys(CONSOLE_PATHS) as ConsolePage[]

/** The page and query of the current address; a trailing slash is ignored. */
export function useConsoleLocation(): { readonly page: ConsolePage; readonly query: URLSearchParams } {
  const url = new URL(useAddress((each) => findPage(each) !== undefined))
  return { page: findPage(url) ?? 'apps', query: url.searchParams }
}

/** The address of a page, without empty parameters. */
export function consoleAddress(page: ConsolePage, query: Readonly<Record<string, string>> = {}): string {
  const there = Object.entries(query).filter(([, value]) => value !== '')
  return there.length === 0 ? CONSOLE_PATHS[page] : `${CONSOLE_PATHS[page]}?${new URLSearchParams(there)}`
}

function findPage({ pathname }: URL): ConsolePage | undefined {
  return PAGES.find((page) => CONSOLE_PATHS[page] === pathname.replace(/\/$/, ''))
}

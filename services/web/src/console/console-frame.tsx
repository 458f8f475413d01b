import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Nav } from '../ui/nav.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import type { Access, App, ConsoleApi } from './api/console-api.ts'
import { CONSOLE_PATHS, type ConsolePage } from './console-paths.ts'
import { texts } from './texts.ts'

type NavPage = Exclude<ConsolePage, 'register' | 'app'>

const ICONS: Readonly<Record<NavPage, IconName>> = {
  apps: 'apps',
  tokens: 'import',
  keys: 'key',
  audit: 'receipt',
  figures: 'chart',
}

/** Pages in the navigation, by role. A developer opens the audit trail from an app. */
const PAGES: Readonly<Record<'administrator' | 'developer' | 'none', readonly NavPage[]>> = {
  administrator: ['apps', 'tokens', 'keys', 'audit', 'figures'],
  developer: ['apps'],
  none: [],
}

type ConsoleFrameProps = Pick<PageProps, 'title' | 'lead' | 'icon' | 'children'> & { readonly current?: NavPage }

export function ConsoleFrame({ current, ...page }: ConsoleFrameProps) {
  const { access, leave } = useConsole()
  const pages = PAGES[access.role].map((name) => ({
    href: CONSOLE_PATHS[name],
    label: texts.navigation[name],
    icon: ICONS[name],
  }))
  const nav = pages.length > 0 && (
    <Nav label={texts.navigation.label} pages={pages} current={current ? CONSOLE_PATHS[current] : ''} />
  )
  const action = <Button kind="quiet" onClick={leave} label={texts.access.leave} />
  return <Page {...page} nav={nav} action={action} isWide />
}

type Console = {
  readonly api: ConsoleApi
  readonly access: Access
  readonly leave: () => void
  readonly said: string
  readonly say: (sentence: string) => void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('A page of the console was rendered outside of it.')
  return found
}

/** Props of each section of an app's page; `reload` reads the app again after a change. */
export type AppSectionProps = { readonly app: App; readonly reload: () => Promise<void> }

import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Nav } from '../ui/nav.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import { useConsole } from './console-context.tsx'
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

/** The frame of every page of the console. */
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
  const action = (
    <Button kind="quiet" onClick={leave}>
      {texts.access.leave}
    </Button>
  )
  return <Page {...page} nav={nav} action={action} isWide />
}

import { Button } from '@countersign/ui/elements.tsx'
import { Icon, type IconName } from '@countersign/ui/icon.tsx'
import { Page, type PageProps } from '@countersign/ui/page.tsx'
import { namesOf } from '@countersign/web/client/pages/signed-in/names-of.ts'
import { useSession } from '@countersign/web/client/session/session.tsx'
import { createContext } from 'preact'
import { useContext, useId, useState } from 'preact/hooks'
import type { Access, App, ConsoleApi } from './api/console-api.ts'
import { CONSOLE_PATHS, type ConsolePage } from './console-paths.ts'
import { texts } from './texts.ts'

type ConsoleFrameProps = Pick<PageProps, 'title' | 'lead' | 'icon' | 'children'> & {
  /** The page to mark in the navigation. */
  readonly current?: NavPage
}

/** The frame of the console's pages: the user, the navigation at the side, the content. */
export function ConsoleFrame({ current, ...page }: ConsoleFrameProps) {
  const { access } = useConsole()
  return <Page {...page} nav={<ConsoleNav role={access.role} current={current} />} action={<Here />} />
}

/** The signed-in user, and the way out. */
function Here() {
  const { access, leave } = useConsole()
  const { profile } = useSession()
  const name = profile ? namesOf(profile).name : ''
  return (
    <div class="desk-here">
      <span>
        {name !== '' && <bdi>{name}</bdi>}
        <span class="fine">{access.user_id === null ? texts.access.byToken : texts.access.roles[access.role]}</span>
      </span>
      <Button kind="quiet" onClick={leave} label={texts.access.leave} />
    </div>
  )
}

type Console = {
  readonly api: ConsoleApi
  readonly issuer: string
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

/** Pages in the navigation; the others are reached from one of these. */
const GROUPS = {
  people: ['people', 'invitations'],
  apps: ['apps', 'scopes', 'claims', 'resources', 'tokens'],
  service: ['audit', 'keys', 'health'],
} as const satisfies Readonly<Record<string, readonly ConsolePage[]>>

type Group = keyof typeof GROUPS
export type NavPage = (typeof GROUPS)[Group][number]

const ICONS: Readonly<Record<NavPage, IconName>> = {
  people: 'people',
  invitations: 'mail',
  apps: 'apps',
  scopes: 'tag',
  claims: 'person',
  resources: 'laptop',
  tokens: 'import',
  audit: 'receipt',
  keys: 'key',
  health: 'pulse',
}

const FOR_DEVELOPERS: readonly NavPage[] = ['apps']

type ConsoleNavProps = { readonly role: Access['role']; readonly current: NavPage | undefined }

/** The navigation at the side; on a narrow screen behind a button. */
export function ConsoleNav({ role, current }: ConsoleNavProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (role === 'none') return null
  return (
    <nav class={isOpen ? 'desk-nav open' : 'desk-nav'} aria-label={texts.navigation.label}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Icon name="menu" />
        {texts.navigation.menu}
      </button>
      <div id={id}>
        {(Object.keys(GROUPS) as Group[]).map((group) => {
          const pages = GROUPS[group].filter((page) => role === 'administrator' || FOR_DEVELOPERS.includes(page))
          return (
            pages.length > 0 && <NavGroup key={group} title={texts.navigation.groups[group]} {...{ pages, current }} />
          )
        })}
      </div>
    </nav>
  )
}

type NavGroupProps = Pick<ConsoleNavProps, 'current'> & { readonly title: string; readonly pages: readonly NavPage[] }

function NavGroup({ title, pages, current }: NavGroupProps) {
  const id = useId()
  return (
    <>
      <p id={id}>{title}</p>
      <ul aria-labelledby={id}>
        {pages.map((page) => (
          <li key={page}>
            <a href={CONSOLE_PATHS[page]} aria-current={page === current ? 'page' : undefined}>
              <Icon name={ICONS[page]} />
              {texts.navigation[page]}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

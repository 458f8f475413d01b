import { Icon, type IconName } from '@countersign/ui/icon.tsx'
import { useId, useState } from 'preact/hooks'
import type { Access } from './api/console-api.ts'
import { CONSOLE_PATHS, type ConsolePage } from './console-paths.ts'
import { texts } from './texts.ts'

/** Pages in the navigation; the others are reached from one of these. */
const GROUPS = {
  people: ['people'],
  apps: ['apps', 'scopes', 'claims', 'resources', 'tokens'],
  service: ['audit', 'keys', 'health'],
} as const satisfies Readonly<Record<string, readonly ConsolePage[]>>

type Group = keyof typeof GROUPS
export type NavPage = (typeof GROUPS)[Group][number]

const ICONS: Readonly<Record<NavPage, IconName>> = {
  people: 'people',
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

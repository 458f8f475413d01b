import { useEffect, useRef } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { PATHS, type SignedInPage } from '../routing/paths.ts'
import { Icon, type IconName } from './icon.tsx'

type NavProps = {
  readonly pages: readonly SignedInPage[]
  readonly current: SignedInPage
}

const ICONS: Readonly<Record<SignedInPage, IconName>> = {
  home: 'vault',
  apps: 'apps',
  activity: 'receipt',
  methods: 'key',
  sessions: 'devices',
  account: 'person',
}

/** The way between the pages of someone who is signed in: one line, which scrolls where it is longer than the screen. */
export function Nav({ pages, current }: NavProps) {
  const { navigation } = useFullText()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Along the line alone: the page stays where it is.
    const [link, line] = [list.current?.querySelector<HTMLElement>('[aria-current]'), list.current]
    if (link && line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav class="nav" aria-label={navigation.label}>
      <ul ref={list}>
        {pages.map((page) => (
          <li key={page}>
            <a href={PATHS[page]} aria-current={page === current ? 'page' : undefined}>
              <Icon name={ICONS[page]} />
              {navigation.pages[page]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

type NavProps = {
  readonly label: string
  readonly pages: readonly { readonly href: string; readonly label: string; readonly icon: IconName }[]
  readonly current: string
  /** At most five short ones: at the end of a phone's screen, as in its apps. */
  readonly isShort?: boolean
}

/** The navigation, on one line that scrolls when it is longer than the screen. */
export function Nav({ label, pages, current, isShort = false }: NavProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Scrolls the line, not the page.
    const [link, line] = [list.current?.querySelector<HTMLElement>('[aria-current]'), list.current]
    if (link && line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav class={isShort ? 'nav short' : 'nav'} aria-label={label}>
      <ul ref={list}>
        {pages.map((page) => (
          <li key={page.href}>
            <a href={page.href} aria-current={page.href === current ? 'page' : undefined}>
              <Icon name={page.icon} />
              {page.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

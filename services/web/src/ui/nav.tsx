import { useText } from '../messages/use-text.tsx'
import { PATHS, type SignedInPage } from '../routing/paths.ts'

type NavProps = {
  readonly pages: readonly SignedInPage[]
  readonly current: SignedInPage
}

/** The way between the pages of someone who is signed in. A single page needs no way. */
export function Nav({ pages, current }: NavProps) {
  const { common } = useText()
  if (pages.length < 2) return null
  return (
    <nav class="nav" aria-label={common.navigation}>
      <ul>
        {pages.map((page) => (
          <li key={page}>
            <a href={PATHS[page]} aria-current={page === current ? 'page' : undefined}>
              {common.pages[page]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import type { PageBrand } from '@countersign/contracts/page-config'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useId, useRef } from 'preact/hooks'
import { isLanguage, LANGUAGES, type Language } from './messages/languages.ts'
import { useLanguage } from './messages/texts.ts'
import { PATHS } from './routing/paths.ts'

export type PageProps = {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly before?: ComponentChildren
  readonly icon?: ComponentChildren
  readonly action?: ComponentChildren
  /** False where a click on the name would end a flow. */
  readonly hasHomeLink?: boolean
  readonly isWide?: boolean
  readonly nav?: ComponentChildren
  /** False where it stands elsewhere. */
  readonly hasFooterLanguage?: boolean
  readonly children?: ComponentChildren
}

/** The frame of every page. A new heading takes the focus, so that screen readers start there. */
export function Page({ title, lead, before, icon, action, isWide, nav, children, ...page }: PageProps) {
  const { hasHomeLink = true, hasFooterLanguage = true } = page
  const heading = useHeading(title)
  return (
    <div class={isWide || nav ? 'page wide' : 'page'}>
      <header class="page-top">
        {hasHomeLink ? (
          <a class="page-wordmark" href={PATHS.home}>
            <Mark />
          </a>
        ) : (
          <span class="page-wordmark">
            <Mark />
          </span>
        )}
        {action}
      </header>
      {nav}
      <main>
        {before}
        <div class="page-headline">
          {icon}
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead && <p class="page-lead">{lead}</p>}
          </div>
        </div>
        {children}
      </main>
      <Footer hasLanguage={hasFooterLanguage} />
    </div>
  )
}

/** Sets the document's title and focuses a new heading, but not one that only changed its language. */
function useHeading(title: string) {
  const { name } = useBrand()
  const { language } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const spoken = useRef<string | undefined>(undefined)
  useEffect(() => {
    document.title = `${title} – ${name}`
    const isTranslated = spoken.current !== undefined && spoken.current !== language
    spoken.current = language
    if (isTranslated) return
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [title, name, language])
  return heading
}

/** The operator's logo, or our tick above a line. */
function Mark() {
  const { name, logo } = useBrand()
  return (
    <>
      {logo === '' ? <Tick /> : <img class="page-logo" src={logo} alt="" height={28} />}
      <bdi>{name}</bdi>
    </>
  )
}

function Tick() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4.5 12.5l5 5L20 5.5" />
      <path d="M4 22h16" />
    </svg>
  )
}

function Footer({ hasLanguage }: { hasLanguage: boolean }) {
  const { links, supportUrl } = useBrand()
  const { entry, canChoose } = useLanguage()
  const all = supportUrl === '' ? links : [...links, { label: entry.common.support, url: supportUrl }]
  const hasChoice = canChoose && hasLanguage
  if (all.length === 0 && !hasChoice) return null
  return (
    <footer>
      <ul>
        {all.map(({ label, url }) => (
          <li key={url}>
            {/* In a tab of its own: leaving this one would lock the vault and lose what was chosen. */}
            <a href={url} target="_blank" rel="noopener noreferrer">
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {hasChoice && <LanguageChoice />}
    </footer>
  )
}

/** Lists every language under its own name. */
export function LanguageChoice() {
  const { language, entry, choose } = useLanguage()
  const id = useId()
  const change = (chosen: string) => {
    // If the texts do not load, the page and the list stay as they are.
    if (isLanguage(chosen)) choose(chosen).catch(() => undefined)
  }
  return (
    <span class="footer-language">
      <label for={id} class="visually-hidden">
        {entry.common.claims.locale}
      </label>
      <select id={id} value={language} onChange={(event) => change(event.currentTarget.value)}>
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGES[each]}
          </option>
        ))}
      </select>
    </span>
  )
}

export const BrandContext = createContext<PageBrand | undefined>(undefined)

export function useBrand(): PageBrand {
  const brand = useContext(BrandContext)
  if (!brand) throw new Error('A page was rendered outside of its brand.')
  return brand
}

export function applyTheme(theme: PageBrand['theme']): void {
  for (const [name, [light, dark]] of Object.entries(theme)) {
    document.documentElement.style.setProperty(`--${name}`, `light-dark(${light}, ${dark})`)
  }
}

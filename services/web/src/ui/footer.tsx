import { useId } from 'preact/hooks'
import { isLanguage, LANGUAGES, type Language } from '../messages/languages.ts'
import { useLanguage } from '../messages/use-text.tsx'
import { useBrand } from './brand.tsx'

/** The operator's links and the language. */
export function Footer() {
  const { links, supportUrl } = useBrand()
  const { entry, canChoose } = useLanguage()
  const all = supportUrl === '' ? links : [...links, { label: entry.common.support, url: supportUrl }]
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
      {canChoose && <LanguageChoice />}
    </footer>
  )
}

/** Every language under its own name, so that it is found by those who cannot read the present one. */
export function LanguageChoice() {
  const { language, entry, choose } = useLanguage()
  const id = useId()
  const change = (chosen: string) => {
    // Where the texts do not arrive the page stays as it is, and the list says so.
    if (isLanguage(chosen)) choose(chosen).catch(() => undefined)
  }
  return (
    <span class="language">
      <label for={id} class="visually-hidden">
        {entry.common.language}
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

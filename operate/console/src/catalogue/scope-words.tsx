import type { ScopeTexts } from '@countersign/contracts'
import { Field } from '@countersign/ui/field.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'
import { LanguageFields } from './language-fields.tsx'

const { scopes: words } = CATALOGUE_TEXTS

type ScopeWordsProps = { readonly texts: ScopeTexts; readonly onChange: (texts: ScopeTexts) => void }

/** Title and description of a scope in each of its languages. */
export function ScopeWords({ texts, onChange }: ScopeWordsProps) {
  return (
    <LanguageFields value={texts} onChange={(next) => onChange(next as ScopeTexts)} empty={NO_WORDS}>
      {(own, change) => (
        <>
          <Field
            label={words.titleOf}
            value={own.title}
            onInput={(title) => change({ ...own, title })}
            error={own.title.trim() === '' ? words.titleEmpty : undefined}
            maxLength={80}
            required
          />
          <Field
            label={words.descriptionOf}
            value={own.description}
            onInput={(description) => change({ ...own, description })}
            maxLength={300}
          />
        </>
      )}
    </LanguageFields>
  )
}

const NO_WORDS = { title: '', description: '' }

export const NO_TEXTS: ScopeTexts = { en: NO_WORDS }

export function haveTitles(texts: ScopeTexts): boolean {
  return Object.values(texts).every((own) => own === undefined || own.title.trim() !== '')
}

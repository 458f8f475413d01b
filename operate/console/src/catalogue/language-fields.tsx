import type { ScopeTexts } from '@countersign/contracts'
import { SelectField } from '@countersign/ui/choices.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field } from '@countersign/ui/form.tsx'
import type { ComponentChildren } from 'preact'
import { CATALOGUE_TEXTS as words } from './catalogue-texts.ts'

type OwnLanguage = keyof typeof words.languages

/** Words by language, of which English is required. */
export type InLanguages<Words> = { readonly en: Words } & { readonly [Each in OwnLanguage]?: Words | undefined }

const LANGUAGES = Object.keys(words.languages) as readonly OwnLanguage[]

type LanguageFieldsProps<Words> = {
  readonly value: InLanguages<Words>
  readonly onChange: (value: InLanguages<Words>) => void
  readonly empty: Words
  readonly children: (value: Words, onChange: (value: Words) => void, language: OwnLanguage) => ComponentChildren
}

/** The fields of each language that there are words in, and a choice of further ones. */
export function LanguageFields<Words>({ value, onChange, empty, children }: LanguageFieldsProps<Words>) {
  const isThere = (language: OwnLanguage) => value[language] !== undefined
  const more = LANGUAGES.filter((language) => !isThere(language))
  return (
    <>
      {LANGUAGES.filter(isThere).map((language) => (
        <fieldset key={language} class="language-fields">
          <legend>{words.languages[language]}</legend>
          {children(value[language] ?? empty, (own) => onChange({ ...value, [language]: own }), language)}
          {language !== 'en' && (
            <div class="actions start">
              <Button
                kind="quiet"
                onClick={() => onChange({ ...value, [language]: undefined })}
                label={words.removeLanguage}
                about={words.languages[language]}
              />
            </div>
          )}
        </fieldset>
      ))}
      {more.length > 0 && (
        <SelectField
          label={words.addLanguage}
          value=""
          onChange={(language) => onChange({ ...value, [language]: empty })}
          options={[
            { value: '', label: '' },
            ...more.map((language) => ({ value: language, label: words.languages[language] })),
          ]}
        />
      )}
    </>
  )
}

/** Without languages that were removed again. */
export function withoutRemoved<Texts extends object>(texts: Texts): Texts {
  return JSON.parse(JSON.stringify(texts))
}

export function listLanguages(texts: object): string {
  return LANGUAGES.filter((language) => language in texts)
    .map((language) => words.languages[language])
    .join(', ')
}

type ScopeWordsProps = { readonly texts: ScopeTexts; readonly onChange: (texts: ScopeTexts) => void }

/** Title and description of a scope in each of its languages. */
export function ScopeWords({ texts, onChange }: ScopeWordsProps) {
  return (
    <LanguageFields value={texts} onChange={(next) => onChange(next as ScopeTexts)} empty={NO_WORDS}>
      {(own, change) => (
        <>
          <Field
            label={words.scopes.titleOf}
            value={own.title}
            onInput={(title) => change({ ...own, title })}
            error={own.title.trim() === '' ? words.scopes.titleEmpty : undefined}
            maxLength={80}
            required
          />
          <Field
            label={words.scopes.descriptionOf}
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

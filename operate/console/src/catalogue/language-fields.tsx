import { Button } from '@countersign/ui/button.tsx'
import { SelectField } from '@countersign/ui/choices.tsx'
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

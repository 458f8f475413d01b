import { CLIENT_TEXT_LENGTHS } from '@countersign/contracts/visible-text'
import { Card } from '@countersign/ui/card.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { describeScope, useText } from '@countersign/ui/messages/texts.ts'
import { useState } from 'preact/hooks'
import { type App, isLanguageTag } from '../api/console-api.ts'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { APP_TEXTS } from './app-texts.ts'
import { FIELDS } from './description.tsx'
import { useEdit } from './edit-app.tsx'

export type Translations = NonNullable<App['texts']>
type Translation = Translations[string]

const TRANSLATED = ['name', 'description', 'policy_uri', 'tos_uri'] as const

/** The app's texts in other languages. */
export function EditTranslations({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { typed, type, submit, failure, end } = useEdit<Translations>({
    read: () => app.texts,
    save: async (form) => (await api.changeApp(app.client_id, { texts: withoutEmpty(form.typed) })).texts,
    reload,
  })
  const remove = (tag: string) => type(Object.fromEntries(Object.entries(typed).filter(([each]) => each !== tag)))
  return (
    <Card icon="globe" title={APP_TEXTS.translations.title} lead={APP_TEXTS.translations.lead}>
      <GuardedForm isValid refusal={failure} onSubmit={submit}>
        {Object.entries(typed).map(([tag, own]) => (
          <fieldset key={tag} class="scope-choices">
            <legend>{languageName(tag)}</legend>
            <TranslationFields app={app} own={own} onChange={(next) => type({ ...typed, [tag]: next })} />
            <div class="actions start">
              <Button
                kind="quiet"
                onClick={() => remove(tag)}
                label={APP_TEXTS.translations.remove}
                about={languageName(tag)}
              />
            </div>
          </fieldset>
        ))}
        <AddLanguage known={Object.keys(typed)} onAdd={(tag) => type({ ...typed, [tag]: {} })} />
        {end}
      </GuardedForm>
    </Card>
  )
}

type TranslationFieldsProps = {
  readonly app: App
  readonly own: Translation
  readonly onChange: (own: Translation) => void
}

function TranslationFields({ app, own, onChange }: TranslationFieldsProps) {
  const text = useText()
  const { reasons = {} } = own
  return (
    <>
      {TRANSLATED.map((name) => (
        <Field
          key={name}
          {...FIELDS[name]}
          required={false}
          hint={undefined}
          value={own[name] ?? ''}
          onInput={(typed) => onChange({ ...own, [name]: typed })}
        />
      ))}
      {app.scopes.map(({ name }) => (
        <Field
          key={name}
          label={APP_TEXTS.form.reason(describeScope(text, { name, title: name, description: '' }).title)}
          value={reasons[name] ?? ''}
          onInput={(typed) => onChange({ ...own, reasons: { ...reasons, [name]: typed } })}
          maxLength={CLIENT_TEXT_LENGTHS.reason}
        />
      ))}
    </>
  )
}

function AddLanguage({ known, onAdd }: { known: readonly string[]; onAdd: (tag: string) => void }) {
  const [tag, setTag] = useState('')
  const [isRefused, setRefused] = useState(false)
  const add = () => {
    const canonical = canonicalTag(tag)
    setRefused(canonical === undefined)
    if (canonical === undefined) return
    setTag('')
    if (!known.includes(canonical)) onAdd(canonical)
  }
  return (
    <div class="stack">
      <Field
        label={APP_TEXTS.translations.language}
        hint={isRefused ? APP_TEXTS.translations.refused : APP_TEXTS.translations.hint}
        value={tag}
        onInput={setTag}
        isCode
      />
      <div class="actions start">
        <Button kind="secondary" onClick={add} label={APP_TEXTS.translations.add} />
      </div>
    </div>
  )
}

function canonicalTag(tag: string): string | undefined {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.trim())
    return isLanguageTag(canonical) ? canonical : undefined
  } catch {
    return undefined
  }
}

function languageName(tag: string): string {
  const known = canonicalTag(tag)
  return (known && new Intl.DisplayNames('en', { type: 'language' }).of(known)) ?? tag
}

/** Leaves out empty fields, and languages without texts. */
export function withoutEmpty(typed: Translations): Translations {
  const isThere = ([, value]: readonly [string, unknown]) => value !== '' && JSON.stringify(value) !== '{}'
  const filled = <Value,>(fields: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(fields).filter(isThere))
  return filled(
    Object.fromEntries(
      Object.entries(typed).map(([tag, { reasons = {}, ...own }]) => [
        tag,
        filled<unknown>({ ...own, reasons: filled(reasons) }),
      ]),
    ),
  )
}

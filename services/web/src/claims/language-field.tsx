import { useMemo } from 'preact/hooks'
import { labelOf } from '../messages/messages.ts'
import { useFullText, useLanguage } from '../messages/use-text.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { LANGUAGE_TAGS } from './language-tags.ts'
import { useCheckedValue } from './use-checked-value.ts'
import type { ValueFieldProps } from './value-field-props.ts'

/** A language, by its name. One that is not in the list stays in it as long as it is chosen. */
export function LanguageField({ claim, label, ...props }: ValueFieldProps) {
  const text = useFullText()
  const { language } = useLanguage()
  const { value, onInput, name } = props
  const { problem } = useCheckedValue({ claim, value, onInput })
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
    const { compare } = new Intl.Collator(language)
    // Browsers know the names of different languages: one without a name is no choice, unless it was made.
    const named = LANGUAGE_TAGS.filter((tag) => tag !== value && nameOf(names, tag) !== undefined)
    return [...named, ...(value === '' ? [] : [value])]
      .map((tag) => ({ value: tag, label: nameOf(names, tag) ?? tag }))
      .toSorted((left, right) => compare(left.label, right.label))
  }, [language, value])
  return (
    <SelectField
      label={label ?? labelOf(text, claim)}
      name={name}
      value={value}
      options={[{ value: '', label: text.values.noLanguage }, ...options]}
      onChange={onInput}
      error={problem && text.values.problems[problem]}
    />
  )
}

function nameOf(names: Intl.DisplayNames, tag: string): string | undefined {
  try {
    return names.of(tag)
  } catch {
    return undefined
  }
}

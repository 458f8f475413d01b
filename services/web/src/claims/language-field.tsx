import { SelectField } from '@countersign/ui/choices.tsx'
import { useFullText, useLanguage } from '@countersign/ui/messages/use-text.tsx'
import { useMemo } from 'preact/hooks'
import { type LabelledFieldProps, useCheckedValue } from './checked-value.tsx'

/** A language by its name; an unlisted one stays while it is chosen. */
export function LanguageField({ claim, label, name, value, onInput }: LabelledFieldProps) {
  const { values } = useFullText()
  const { language } = useLanguage()
  const { error } = useCheckedValue({ claim, value, onInput })
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
    const { compare } = new Intl.Collator(language)
    // Browsers know different names: omit languages without one, except the current value.
    const named = LANGUAGE_TAGS.filter((tag) => tag !== value && nameOf(names, tag) !== undefined)
    return [...named, ...(value === '' ? [] : [value])]
      .map((tag) => ({ value: tag, label: nameOf(names, tag) ?? tag }))
      .toSorted((left, right) => compare(left.label, right.label))
  }, [language, value])
  return (
    <SelectField
      label={label}
      name={name}
      value={value}
      options={[{ value: '', label: values.noLanguage }, ...options]}
      onChange={onInput}
      error={error}
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

/** Living languages of ISO 639-1, and regional variants that apps tell apart (BCP 47). */
const LANGUAGE_TAGS: readonly string[] =
  `aa ab af ak am an ar as av ay az ba be bg bm bn bo br bs ca ce ch co cs cv cy da de de-AT de-CH dv dz ee el en en-AU
  en-CA en-GB en-IE en-IN en-NZ en-US en-ZA eo es es-419 es-AR es-ES es-MX et eu fa ff fi fj fo fr fr-BE fr-CA fr-CH fy
  ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig ii ik is it it-CH iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw
  ky lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nl-BE nn nr nv ny oc oj om or os pa pl ps pt
  pt-BR pt-PT qu rm rn ro ru rw sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt ty
  ug uk ur uz ve vi wa wo xh yi yo za zh zh-Hans zh-Hant zu`.split(/\s+/)

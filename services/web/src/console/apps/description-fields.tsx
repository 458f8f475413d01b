import type { Failure } from '@countersign/device'
import { Field } from '../../ui/field.tsx'
import { texts } from '../texts.ts'
import { type Description, linesOf } from './description.ts'

type DescriptionFieldsProps = {
  readonly value: Description
  readonly onChange: (value: Description) => void
  /** Shown beside the field that it is about. */
  readonly failure: Failure | undefined
}

export function DescriptionFields({ value, onChange, failure }: DescriptionFieldsProps) {
  const set = (field: keyof Description) => (typed: string) => onChange({ ...value, [field]: typed })
  const refused = failure?.code === 'invalid_redirect_uri' ? failure.sentence : undefined
  const isPlaceless = linesOf(value.redirectUris).length === 0
  return (
    <>
      <Field
        label={texts.form.name}
        hint={texts.form.nameHint}
        value={value.name}
        onInput={set('name')}
        error={value.name.trim() === '' ? texts.form.nameEmpty : undefined}
        maxLength={80}
        required
      />
      <Field
        label={texts.form.redirectUris}
        hint={texts.form.redirectUrisHint}
        type="multiline"
        value={value.redirectUris}
        onInput={set('redirectUris')}
        error={isPlaceless ? texts.form.redirectUrisEmpty : refused}
        isCode
        required
      />
      <Field
        label={texts.form.description}
        hint={texts.form.descriptionHint}
        value={value.description}
        onInput={set('description')}
        maxLength={300}
      />
      <Field
        label={texts.form.policyUri}
        hint={texts.form.optional}
        type="url"
        value={value.policyUri}
        onInput={set('policyUri')}
      />
      <Field
        label={texts.form.tosUri}
        hint={texts.form.optional}
        type="url"
        value={value.tosUri}
        onInput={set('tosUri')}
      />
    </>
  )
}

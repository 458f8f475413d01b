import type { Failure } from '@countersign/device'
import { Field } from '../../ui/field.tsx'
import type { App } from '../api/console-api.ts'
import { texts } from '../texts.ts'

/** An app's texts and addresses in a form; one redirect URI per line. */
type Description = {
  readonly name: string
  readonly description: string
  readonly redirectUris: string
  readonly policyUri: string
  readonly tosUri: string
}

export const NO_DESCRIPTION: Description = { name: '', description: '', redirectUris: '', policyUri: '', tosUri: '' }

export function describeApp({ name, description, redirect_uris, policy_uri, tos_uri }: App): Description {
  return {
    name,
    description,
    redirectUris: redirect_uris.join('\n'),
    policyUri: policy_uri ?? '',
    tosUri: tos_uri ?? '',
  }
}

export function toRegistration({ name, description, redirectUris, policyUri, tosUri }: Description) {
  return {
    name,
    description,
    redirect_uris: linesOf(redirectUris),
    ...(policyUri !== '' && { policy_uri: policyUri }),
    ...(tosUri !== '' && { tos_uri: tosUri }),
  }
}

/** Only the changed fields, as another operator may have changed the rest meanwhile. An empty field is removed. */
export function toUpdate(start: Description, typed: Description) {
  return {
    ...(typed.name !== start.name && { name: typed.name }),
    ...(typed.description !== start.description && { description: typed.description }),
    ...(typed.redirectUris !== start.redirectUris && { redirect_uris: linesOf(typed.redirectUris) }),
    ...(typed.policyUri !== start.policyUri && { policy_uri: typed.policyUri || null }),
    ...(typed.tosUri !== start.tosUri && { tos_uri: typed.tosUri || null }),
  }
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function isComplete({ name, redirectUris }: Description): boolean {
  return name.trim() !== '' && linesOf(redirectUris).length > 0
}

type DescriptionFieldsProps = {
  readonly value: Description
  readonly onChange: (value: Description) => void
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

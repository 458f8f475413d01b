import type { ClientAttributes } from '@countersign/contracts'
import { CLIENT_TEXT_LENGTHS } from '@countersign/contracts/visible-text'
import type { Failure } from '@countersign/device'
import { Field, type FieldProps } from '@countersign/ui/form.tsx'
import type { App } from '../api/console-api.ts'
import { APP_TEXTS } from './app-texts.ts'

const { form } = APP_TEXTS

/** Attributes that people see as links. */
type ShownAddress = {
  [Name in keyof ClientAttributes]: ClientAttributes[Name] extends { address: 'shown' }
    ? ClientAttributes[Name]['wire']
    : never
}[keyof ClientAttributes]

/** The fields of an app's form, by their names in the API. */
export const FIELDS = {
  name: { label: form.name, hint: form.nameHint, maxLength: CLIENT_TEXT_LENGTHS.name, required: true },
  redirect_uris: {
    label: form.redirectUris,
    hint: form.redirectUrisHint,
    type: 'multiline',
    isCode: true,
    required: true,
  },
  description: {
    label: form.description,
    hint: form.descriptionHint,
    maxLength: CLIENT_TEXT_LENGTHS.description,
  },
  policy_uri: { label: form.policyUri, hint: form.optional, type: 'url' },
  tos_uri: { label: form.tosUri, hint: form.optional, type: 'url' },
} as const satisfies Readonly<Record<'name' | 'description' | 'redirect_uris' | ShownAddress, Partial<FieldProps>>>

/** An app's texts and addresses as typed; one redirect URI per line. */
type Description = Readonly<Record<keyof typeof FIELDS, string>>

const NAMES = Object.keys(FIELDS) as (keyof Description)[]

export const NO_DESCRIPTION: Description = { name: '', description: '', redirect_uris: '', policy_uri: '', tos_uri: '' }

export function describeApp({ name, description, redirect_uris, policy_uri, tos_uri }: App): Description {
  const addresses = { redirect_uris: redirect_uris.join('\n'), policy_uri: policy_uri ?? '', tos_uri: tos_uri ?? '' }
  return { name, description, ...addresses }
}

function bodyOf({ redirect_uris, policy_uri, tos_uri, ...plain }: Description) {
  return { ...plain, redirect_uris: linesOf(redirect_uris), policy_uri: policy_uri || null, tos_uri: tos_uri || null }
}

export function toRegistration(typed: Description) {
  const { policy_uri, tos_uri, ...body } = bodyOf(typed)
  return { ...body, ...(policy_uri !== null && { policy_uri }), ...(tos_uri !== null && { tos_uri }) }
}

/** Only the changed fields, as another operator may have changed the rest meanwhile. An empty field is removed. */
export function toUpdate(start: Description, typed: Description): Partial<ReturnType<typeof bodyOf>> {
  const body = bodyOf(typed)
  return Object.fromEntries(NAMES.filter((name) => typed[name] !== start[name]).map((name) => [name, body[name]]))
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function isComplete({ name, redirect_uris }: Description): boolean {
  return name.trim() !== '' && linesOf(redirect_uris).length > 0
}

type DescriptionFieldsProps = {
  readonly value: Description
  readonly onChange: (value: Description) => void
  readonly failure: Failure | undefined
}

export function DescriptionFields({ value, onChange, failure }: DescriptionFieldsProps) {
  const refused = failure?.code === 'invalid_redirect_uri' ? failure.sentence : undefined
  const errors: Partial<Record<keyof Description, string | undefined>> = {
    name: value.name.trim() === '' ? form.nameEmpty : undefined,
    redirect_uris: linesOf(value.redirect_uris).length === 0 ? form.redirectUrisEmpty : refused,
  }
  return NAMES.map((name) => (
    <Field
      key={name}
      {...FIELDS[name]}
      value={value[name]}
      onInput={(typed) => onChange({ ...value, [name]: typed })}
      error={errors[name]}
    />
  ))
}

import type { OperatorScope } from '@countersign/contracts'
import { CLIENT_TEXT_LENGTHS } from '@countersign/contracts/visible-text'
import { Accept } from '@countersign/ui/choices.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { describeScope, useText } from '@countersign/ui/messages/texts.ts'
import type { AppScope } from '../api/console-api.ts'
import { useConsole } from '../console-frame.tsx'
import { APP_TEXTS } from './app-texts.ts'

const STANDARD: readonly string[] = ['openid', 'email', 'profile', 'phone', 'address']

type ScopesFieldProps = {
  readonly scopes: readonly AppScope[]
  readonly onChange: (scopes: readonly AppScope[]) => void
}

export function ScopesField({ scopes, onChange }: ScopesFieldProps) {
  const { api } = useConsole()
  // Those of an operator; a developer's app may name them too.
  const defined = useLoaded(() => api.listScopes())
  const choices = [...STANDARD.map((name) => ({ name, title: name })), ...titledScopes(defined.content ?? [])]
  const others = scopes.filter(({ name }) => choices.every((choice) => choice.name !== name))
  const find = (name: string) => scopes.find((scope) => scope.name === name)
  const change = (name: string, scope: AppScope | undefined) => {
    const rest = scopes.filter((each) => each.name !== name)
    if (scope === undefined) onChange(rest)
    else onChange(find(name) ? scopes.map((each) => (each.name === name ? scope : each)) : [...rest, scope])
  }
  return (
    <fieldset class="scope-choices">
      <legend>{APP_TEXTS.form.scopes}</legend>
      <p class="fine">{APP_TEXTS.form.scopesLead}</p>
      {[...choices, ...others.map(({ name }) => ({ name, title: name }))].map(({ name, title }) => (
        <ScopeChoice
          key={name}
          name={name}
          ownTitle={title}
          scope={find(name)}
          onChange={(scope) => change(name, scope)}
        />
      ))}
    </fieldset>
  )
}

type ScopeChoiceProps = {
  readonly name: string
  /** For a scope that the pages have no words for. */
  readonly ownTitle: string
  readonly scope: AppScope | undefined
  readonly onChange: (scope: AppScope | undefined) => void
}

function ScopeChoice({ name, ownTitle, scope, onChange }: ScopeChoiceProps) {
  const text = useText()
  const { title } = describeScope(text, { name, title: ownTitle, description: '' })
  return (
    <div class="scope-choice">
      <Accept
        isOn={scope !== undefined}
        onChange={(isOn) => onChange(isOn ? newScope(name) : undefined)}
        label={
          <>
            <bdi>{title}</bdi> {title !== name && <code class="fine">{name}</code>}
          </>
        }
      />
      {scope && (
        <div class="scope-terms stack">
          <Field
            label={APP_TEXTS.form.reason(title)}
            value={scope.reason}
            onInput={(reason) => onChange({ ...scope, reason })}
            maxLength={CLIENT_TEXT_LENGTHS.reason}
          />
          <Accept
            isOn={scope.required}
            onChange={(required) => onChange({ ...scope, required })}
            label={APP_TEXTS.form.required(title)}
          />
        </div>
      )}
    </div>
  )
}

function titledScopes(scopes: readonly OperatorScope[]) {
  return scopes.map(({ name, texts: { en } }) => ({ name, title: en.title }))
}

function newScope(name: string): AppScope {
  return { name, reason: '', required: false }
}

import { useState } from 'preact/hooks'
import { describeScope } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Accept } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import type { AppScope } from '../api/console-api.ts'
import { texts } from '../texts.ts'

const STANDARD: readonly string[] = ['openid', 'email', 'profile', 'phone', 'address']

type ScopesFieldProps = {
  readonly scopes: readonly AppScope[]
  readonly onChange: (scopes: readonly AppScope[]) => void
}

export function ScopesField({ scopes, onChange }: ScopesFieldProps) {
  const own = scopes.map(({ name }) => name).filter((name) => !STANDARD.includes(name))
  const find = (name: string) => scopes.find((scope) => scope.name === name)
  const change = (name: string, scope: AppScope | undefined) => {
    const others = scopes.filter((each) => each.name !== name)
    if (scope === undefined) onChange(others)
    else onChange(find(name) ? scopes.map((each) => (each.name === name ? scope : each)) : [...others, scope])
  }
  const changeOwn = (names: readonly string[]) => {
    const standard = scopes.filter(({ name }) => STANDARD.includes(name))
    onChange([...standard, ...names.map((name) => find(name) ?? newScope(name))])
  }
  return (
    <fieldset class="scope-choices">
      <legend>{texts.form.scopes}</legend>
      <p class="fine">{texts.form.scopesLead}</p>
      {[...STANDARD, ...own].map((name) => (
        <ScopeChoice key={name} name={name} scope={find(name)} onChange={(scope) => change(name, scope)} />
      ))}
      <OwnScopes names={own} onChange={changeOwn} />
    </fieldset>
  )
}

type ScopeChoiceProps = {
  readonly name: string
  readonly scope: AppScope | undefined
  readonly onChange: (scope: AppScope | undefined) => void
}

function ScopeChoice({ name, scope, onChange }: ScopeChoiceProps) {
  const text = useText()
  const { title } = describeScope(text, { name, title: name, description: '' })
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
            label={texts.form.reason(title)}
            value={scope.reason}
            onInput={(reason) => onChange({ ...scope, reason })}
            maxLength={300}
          />
          <Accept
            isOn={scope.required}
            onChange={(required) => onChange({ ...scope, required })}
            label={texts.form.required(title)}
          />
        </div>
      )}
    </div>
  )
}

function OwnScopes({ names, onChange }: { names: readonly string[]; onChange: (names: readonly string[]) => void }) {
  const [typed, setTyped] = useState(names.join(' '))
  const change = (next: string) => {
    setTyped(next)
    onChange([...new Set(next.split(/\s+/))].filter((name) => name !== '' && !STANDARD.includes(name)))
  }
  return (
    <Field label={texts.form.otherScopes} hint={texts.form.otherScopesHint} value={typed} onInput={change} isCode />
  )
}

function newScope(name: string): AppScope {
  return { name, reason: '', required: false }
}

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly options: readonly {
    readonly value: Value
    readonly label: ComponentChildren
    readonly hint?: string | undefined
  }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Radio buttons, all options in sight. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {typeof option.label === 'string' ? <bdi>{option.label}</bdi> : option.label}
            {option.hint && <span class="fine">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type SelectFieldProps = {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly autocomplete?: string
}

/** One of many, such as countries: the platform's select, which finds by typing. */
export function SelectField({ label, name, value, options, onChange, error, autocomplete }: SelectFieldProps) {
  const id = useId()
  const noteId = useId()
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        autocomplete={autocomplete}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : noteId}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <p id={noteId} class="field-note" aria-live="polite">
        {error}
      </p>
    </div>
  )
}

type SwitchProps = AcceptProps & { readonly label: string; readonly describedBy?: string }

/** The platform's checkbox with the role switch, so that Space, focus and forced colours work. */
export function Switch({ label, isOn, describedBy, name, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      class="switch"
      name={name}
      aria-label={label}
      aria-describedby={describedBy}
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type AcceptProps = {
  readonly label: ComponentChildren
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly name?: string
}

export function Accept({ label, isOn, onChange, name }: AcceptProps) {
  return (
    <label class="accept">
      <input type="checkbox" name={name} checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}

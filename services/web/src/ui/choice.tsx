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

import { useId } from 'preact/hooks'

type SelectFieldProps = {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** One of many, such as countries: the platform's select, which finds by typing. */
export function SelectField({ label, name, value, options, onChange, error }: SelectFieldProps) {
  const id = useId()
  const noteId = useId()
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
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

type SwitchProps = {
  readonly label: string
  readonly isOn: boolean
  readonly describedBy?: string
  readonly name?: string
  readonly onChange: (isOn: boolean) => void
}

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

type SwitchProps = {
  readonly label: string
  readonly isOn: boolean
  readonly describedBy?: string
  readonly name?: string
  readonly onChange: (isOn: boolean) => void
}

/** A switch: the platform's checkbox with the role of one, so that Space, focus and forced colours work by themselves. */
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

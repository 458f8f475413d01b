import { useFullText } from '../../messages/use-text.tsx'
import { Field } from '../../ui/field.tsx'

type PasskeyNameProps = {
  readonly label: string
  readonly setLabel: (label: string) => void
  readonly hint?: string | undefined
}

/** The owner's name for a passkey. */
export function PasskeyName({ label, setLabel, hint }: PasskeyNameProps) {
  const { passkeys } = useFullText()
  return (
    <Field
      label={passkeys.name}
      hint={hint}
      value={label}
      onInput={setLabel}
      error={label.trim() === '' ? passkeys.nameEmpty : undefined}
      name="passkey-name"
      autocomplete="off"
      maxLength={60}
      required
    />
  )
}

import { useFullText } from '../../messages/use-text.tsx'
import { Field } from '../../ui/field.tsx'

type PasskeyNameProps = {
  readonly label: string
  readonly setLabel: (label: string) => void
  readonly hint?: string | undefined
  readonly wasRefused: boolean
}

/** The owner's name for a passkey. */
export function PasskeyName({ label, setLabel, hint, wasRefused }: PasskeyNameProps) {
  const { passkeys } = useFullText()
  return (
    <Field
      label={passkeys.name}
      hint={hint}
      value={label}
      onInput={setLabel}
      error={wasRefused && label.trim() === '' ? passkeys.nameEmpty : undefined}
      name="passkey-name"
      autocomplete="off"
      maxLength={60}
      required
    />
  )
}

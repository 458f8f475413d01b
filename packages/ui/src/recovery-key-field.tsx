import { Field } from './form.tsx'
import { useFullText } from './messages/texts.ts'

type RecoveryKeyFieldProps = {
  readonly recoveryKey: string
  readonly setRecoveryKey: (recoveryKey: string) => void
  readonly label?: string
  readonly hint: string
}

export function RecoveryKeyField({ recoveryKey, setRecoveryKey, label, hint }: RecoveryKeyFieldProps) {
  const { recovery } = useFullText()
  return (
    <Field
      label={label ?? recovery.label}
      hint={hint}
      value={recoveryKey}
      onInput={setRecoveryKey}
      error={recoveryKey.trim() === '' ? recovery.enterEmpty : undefined}
      name="recovery-key"
      autocomplete="off"
      required
      isCode
    />
  )
}

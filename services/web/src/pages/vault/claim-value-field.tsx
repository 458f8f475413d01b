import { fieldOf, MAX_VALUE_LENGTH } from '../../claims/claim-fields.ts'
import { hintOf, labelOf } from '../../messages/messages.ts'
import { useFullText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { EditedEntry } from '../vault-edits/unsaved-edits.ts'

type ClaimValueFieldProps = {
  readonly claim: string
  readonly name: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** Where there are several: which one. */
  readonly label?: string
}

/** The field of a value in the vault. */
export function ClaimValueField({ claim, label, ...props }: ClaimValueFieldProps) {
  const text = useFullText()
  return (
    <Field
      {...fieldOf(claim)}
      {...props}
      label={label ?? labelOf(text, claim)}
      hint={hintOf(text, claim)}
      maxLength={MAX_VALUE_LENGTH}
    />
  )
}

/** What another device or tab wrote while somebody typed here: nothing is written over before they have seen it. */
export function ChangedElsewhere({ entry, onTakeMine }: { entry: EditedEntry; onTakeMine: () => void }) {
  const text = useFullText()
  const { elsewhere } = entry
  if (elsewhere === undefined || elsewhere === entry.value) return null
  return (
    <div class="elsewhere">
      <Notice>{text.vault.elsewhere(elsewhere)}</Notice>
      <Button kind="quiet" onClick={onTakeMine}>
        {text.vault.takeMine}
      </Button>
    </div>
  )
}

import { useState } from 'preact/hooks'
import { labelOf } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { ClaimText } from '../ui/claim-text.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { scalePicture } from './scale-picture.ts'
import type { ValueFieldProps } from './value-field-props.ts'

/** A picture, chosen from a file and made small enough to be shared. */
export function PictureField({ claim, label: given, value, onInput }: ValueFieldProps) {
  const text = useFullText()
  const label = given ?? labelOf(text, claim)
  const [hasFailed, setFailed] = useState(false)
  const choose = async (file: File) => {
    const picture = await scalePicture(file).catch(() => undefined)
    setFailed(picture === undefined)
    if (picture !== undefined) onInput(picture)
  }
  return (
    <div class="picture-field">
      {value !== '' && <ClaimText claim={claim} value={value} />}
      <FileField label={label} accept="image/*" onChoose={(file) => void choose(file)} />
      {value !== '' && (
        <Button kind="quiet" onClick={() => onInput('')}>
          {text.vault.remove}
          <span class="visually-hidden"> {label}</span>
        </Button>
      )}
      <Notice kind="error">{hasFailed && text.values.problems.picture}</Notice>
    </div>
  )
}

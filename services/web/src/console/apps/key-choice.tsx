import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { useConsoleText } from '../console-text.tsx'
import { isSoundDraft, type KeyDraft } from './new-key.ts'

type KeyChoiceProps = {
  readonly draft: KeyDraft
  readonly onChange: (draft: KeyDraft) => void
  /** Whether the app may go without. */
  readonly canBeNone?: boolean
}

/** Where the key for sealed claims comes from. */
export function KeyChoice({ draft, onChange, canBeNone }: KeyChoiceProps) {
  const { key } = useConsoleText()
  const none = { value: 'none', label: key.without, hint: key.none } as const
  return (
    <>
      <Choice
        label={key.title}
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way })}
        options={[
          { value: 'make', label: key.make, hint: key.makeHint },
          { value: 'paste', label: key.paste, hint: key.pasteHint },
          ...(canBeNone === true ? [none] : []),
        ]}
      />
      {draft.way === 'paste' && (
        <Field
          label={key.pasted}
          type="multiline"
          value={draft.pasted}
          onInput={(pasted) => onChange({ ...draft, pasted })}
          error={isSoundDraft(draft) ? undefined : key.pastedWrong}
          isCode
          required
        />
      )}
    </>
  )
}

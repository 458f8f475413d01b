import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { texts } from '../texts.ts'
import { isSoundDraft, type KeyDraft } from './new-key.ts'

type KeyChoiceProps = {
  readonly draft: KeyDraft
  readonly onChange: (draft: KeyDraft) => void
  /** Whether the app may go without. */
  readonly canBeNone?: boolean
}

/** Where the key for sealed claims comes from. */
export function KeyChoice({ draft, onChange, canBeNone }: KeyChoiceProps) {
  const none = { value: 'none', label: texts.key.without, hint: texts.key.none } as const
  return (
    <>
      <Choice
        label={texts.key.title}
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way })}
        options={[
          { value: 'make', label: texts.key.make, hint: texts.key.makeHint },
          { value: 'paste', label: texts.key.paste, hint: texts.key.pasteHint },
          ...(canBeNone === true ? [none] : []),
        ]}
      />
      {draft.way === 'paste' && (
        <Field
          label={texts.key.pasted}
          type="multiline"
          value={draft.pasted}
          onInput={(pasted) => onChange({ ...draft, pasted })}
          error={isSoundDraft(draft) ? undefined : texts.key.pastedWrong}
          isCode
          required
        />
      )}
    </>
  )
}

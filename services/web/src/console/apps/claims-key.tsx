import { useText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { download } from '../../ui/download.ts'
import { Field } from '../../ui/field.tsx'
import { CopyValue } from '../elements/copy-value.tsx'
import { texts } from '../texts.ts'
import { isSoundDraft, type KeyDraft } from './new-key.ts'

type KeyChoiceProps = {
  readonly draft: KeyDraft
  readonly onChange: (draft: KeyDraft) => void
  readonly canBeNone?: boolean
}

/** Chooses where the key for sealed claims comes from. */
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

type PrivateKeyProps = {
  /** File name of the download, without its extension. */
  readonly name: string
  readonly privateJwk: string
  /** The answer was lost: the service may or may not have the public key. */
  readonly isUnsure?: boolean
}

/** Shows a private key made in this browser, for the app only. */
export function PrivateKey({ name, privateJwk, isUnsure = false }: PrivateKeyProps) {
  const { common } = useText()
  return (
    <Card icon="key" title={texts.key.madeTitle} lead={isUnsure ? texts.key.madePerhaps : texts.key.madeLead}>
      <CopyValue label={texts.key.madeTitle} value={privateJwk} />
      {!isUnsure && <p class="fine">{texts.actions.shownOnce}</p>}
      <div class="actions start">
        <Button kind="secondary" onClick={() => download(`${name}.jwk`, `${privateJwk}\n`, 'application/json')}>
          {common.download}
        </Button>
      </div>
    </Card>
  )
}

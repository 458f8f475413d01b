import type { PublicJwk } from '@countersign/contracts'
import { expectFields, expectText } from '@countersign/contracts/json-form'
import { type Failure, isOutcomeUnknown, toFailure } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { Choice } from '@countersign/ui/choices.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { download } from '@countersign/ui/files.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { useRef, useState } from 'preact/hooks'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { AskFirst, CopyValue, useChange } from '../elements.tsx'
import { texts } from '../texts.ts'
import { APP_TEXTS } from './app-texts.ts'

type KeyChoiceProps = {
  readonly draft: KeyDraft
  readonly onChange: (draft: KeyDraft) => void
  readonly canBeNone?: boolean
}

export function KeyChoice({ draft, onChange, canBeNone }: KeyChoiceProps) {
  const none = { value: 'none', label: APP_TEXTS.key.without, hint: APP_TEXTS.key.none } as const
  return (
    <>
      <Choice
        label={APP_TEXTS.key.title}
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way })}
        options={[
          { value: 'make', label: APP_TEXTS.key.make, hint: APP_TEXTS.key.makeHint },
          { value: 'paste', label: APP_TEXTS.key.paste, hint: APP_TEXTS.key.pasteHint },
          ...(canBeNone === true ? [none] : []),
        ]}
      />
      {draft.way === 'paste' && (
        <Field
          label={APP_TEXTS.key.pasted}
          type="multiline"
          value={draft.pasted}
          onInput={(pasted) => onChange({ ...draft, pasted })}
          error={isSoundDraft(draft) ? undefined : APP_TEXTS.key.pastedWrong}
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

export function PrivateKey({ name, privateJwk, isUnsure = false }: PrivateKeyProps) {
  const { common } = useText()
  return (
    <Card
      icon="key"
      title={APP_TEXTS.key.madeTitle}
      lead={isUnsure ? APP_TEXTS.key.madePerhaps : APP_TEXTS.key.madeLead}
    >
      <CopyValue label={APP_TEXTS.key.madeTitle} value={privateJwk} />
      {!isUnsure && <p class="fine">{texts.actions.shownOnce}</p>}
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => download(`${name}.jwk`, `${privateJwk}\n`, 'application/json')}
          label={common.download}
        />
      </div>
    </Card>
  )
}

/** A key for sealed claims; `privateJwk` only if it was made in this browser. */
type NewKey = { readonly publicJwk: PublicJwk; readonly privateJwk?: string | undefined }

type KeyDraft = { readonly way: 'make' | 'paste' | 'none'; readonly pasted: string }

const MADE_HERE: KeyDraft = { way: 'make', pasted: '' }

export function isSoundDraft({ way, pasted }: KeyDraft): boolean {
  return way !== 'paste' || readPastedKey(pasted) !== undefined
}

/** A key pair on P-256. The private key (a JWK as JSON) never leaves the browser. */
async function makeKey(): Promise<NewKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const { x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y }
  return { publicJwk, privateJwk: JSON.stringify({ ...publicJwk, d }) }
}

function readPastedKey(text: string): NewKey | undefined {
  try {
    const jwk = expectFields(JSON.parse(text))
    return 'd' in jwk || 'k' in jwk ? undefined : { publicJwk: { ...jwk, kty: expectText(jwk['kty'], /./) } }
  } catch {
    return undefined
  }
}

/** The key of a form. A made key is kept and sent again after a lost answer, as the service may already use it. */
export function useNewKey() {
  const [draft, setDraft] = useState(MADE_HERE)
  const [unconfirmedPrivateJwk, setUnconfirmedPrivateJwk] = useState<string>()
  const made = useRef<NewKey | undefined>(undefined)

  const sendKey = async <Answer,>(send: (key: NewKey | undefined) => Promise<Answer>) => {
    if (draft.way === 'make') made.current ??= await makeKey()
    const key = { make: made.current, paste: readPastedKey(draft.pasted), none: undefined }[draft.way]
    try {
      const answer = await send(key)
      made.current = undefined
      setUnconfirmedPrivateJwk(undefined)
      setDraft(MADE_HERE)
      return { answer, privateJwk: key?.privateJwk }
    } catch (error) {
      if (mayBeDone(toFailure(error))) setUnconfirmedPrivateJwk(key?.privateJwk)
      throw error
    }
  }
  return { draft, setDraft, unconfirmedPrivateJwk, sendKey }
}

/** Whether the change may have been made: a proxy that loses an answer sends an error of its own. */
export function mayBeDone(failure: Failure): boolean {
  return isOutcomeUnknown(failure) || ['bug', 'server_error', 'service_unavailable'].includes(failure.code)
}

export function AppKey({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { draft, setDraft, unconfirmedPrivateJwk, sendKey } = useNewKey()
  const [privateJwk, setPrivateJwk] = useState<string>()
  const { change, note } = useChange(reload)
  const replace = async () => {
    const sent = await sendKey(
      async (next) => next && api.changeApp(app.client_id, { claims_encryption_jwk: next.publicJwk }),
    )
    setPrivateJwk(sent.privateJwk)
  }
  const remove = async () => {
    await api.changeApp(app.client_id, { claims_encryption_jwk: null })
    setPrivateJwk(undefined)
  }
  const { claims_encryption_jwk: key } = app
  const hasKey = key !== null
  return (
    <>
      <Card icon="lock" title={APP_TEXTS.key.title} lead={APP_TEXTS.key.lead}>
        <p>{hasKey ? APP_TEXTS.key.on(key.crv) : APP_TEXTS.key.none}</p>
        <KeyChoice draft={draft} onChange={setDraft} />
        {note}
        <div class="actions start">
          <AskFirst
            title={hasKey ? APP_TEXTS.key.replaceTitle : APP_TEXTS.key.setTitle}
            message={hasKey ? APP_TEXTS.key.replaceLead : APP_TEXTS.key.setLead}
            confirm={APP_TEXTS.key.save}
            isDisabled={!isSoundDraft(draft)}
            work={() => change(replace, APP_TEXTS.key.saved)}
          />
          {hasKey && (
            <AskFirst
              kind="quiet"
              title={APP_TEXTS.key.removeTitle}
              message={APP_TEXTS.key.removeLead}
              confirm={APP_TEXTS.key.remove}
              work={() => change(remove, APP_TEXTS.key.removed)}
            />
          )}
        </div>
      </Card>
      {unconfirmedPrivateJwk !== undefined && (
        <PrivateKey name={app.client_id} privateJwk={unconfirmedPrivateJwk} isUnsure />
      )}
      {privateJwk !== undefined && <PrivateKey name={app.client_id} privateJwk={privateJwk} />}
    </>
  )
}

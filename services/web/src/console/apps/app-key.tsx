import { useState } from 'preact/hooks'
import { Card } from '../../ui/card.tsx'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { AskFirst, useChange } from '../elements.tsx'
import { texts } from '../texts.ts'
import { isSoundDraft, KeyChoice, PrivateKey, useNewKey } from './claims-key.tsx'

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
  const state = app.claims_encryption_jwk === null ? texts.key.none : texts.key.on(app.claims_encryption_jwk.crv)
  return (
    <>
      <Card icon="lock" title={texts.key.title} lead={texts.key.lead}>
        <p>{state}</p>
        <KeyChoice draft={draft} onChange={setDraft} />
        {note}
        <KeyActions
          hasKey={app.claims_encryption_jwk !== null}
          isSound={isSoundDraft(draft)}
          replace={() => change(replace, texts.key.saved)}
          remove={() => change(remove, texts.key.removed)}
        />
      </Card>
      {unconfirmedPrivateJwk !== undefined && (
        <PrivateKey name={app.client_id} privateJwk={unconfirmedPrivateJwk} isUnsure />
      )}
      {privateJwk !== undefined && <PrivateKey name={app.client_id} privateJwk={privateJwk} />}
    </>
  )
}

type KeyActionsProps = {
  readonly hasKey: boolean
  readonly isSound: boolean
  readonly replace: () => Promise<void>
  readonly remove: () => Promise<void>
}

function KeyActions({ hasKey, isSound, replace, remove }: KeyActionsProps) {
  return (
    <div class="actions start">
      <AskFirst
        title={hasKey ? texts.key.replaceTitle : texts.key.setTitle}
        message={hasKey ? texts.key.replaceLead : texts.key.setLead}
        confirm={texts.key.save}
        isDisabled={!isSound}
        work={replace}
      />
      {hasKey && (
        <AskFirst
          kind="quiet"
          title={texts.key.removeTitle}
          message={texts.key.removeLead}
          confirm={texts.key.remove}
          work={remove}
        />
      )}
    </div>
  )
}

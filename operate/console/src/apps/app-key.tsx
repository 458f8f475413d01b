import { Card } from '@countersign/ui/card.tsx'
import { useState } from 'preact/hooks'
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
  const { claims_encryption_jwk: key } = app
  const hasKey = key !== null
  return (
    <>
      <Card icon="lock" title={texts.key.title} lead={texts.key.lead}>
        <p>{hasKey ? texts.key.on(key.crv) : texts.key.none}</p>
        <KeyChoice draft={draft} onChange={setDraft} />
        {note}
        <div class="actions start">
          <AskFirst
            title={hasKey ? texts.key.replaceTitle : texts.key.setTitle}
            message={hasKey ? texts.key.replaceLead : texts.key.setLead}
            confirm={texts.key.save}
            isDisabled={!isSoundDraft(draft)}
            work={() => change(replace, texts.key.saved)}
          />
          {hasKey && (
            <AskFirst
              kind="quiet"
              title={texts.key.removeTitle}
              message={texts.key.removeLead}
              confirm={texts.key.remove}
              work={() => change(remove, texts.key.removed)}
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

import { Card } from '@countersign/ui/card.tsx'
import { useState } from 'preact/hooks'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { AskFirst, useChange } from '../elements.tsx'
import { APP_TEXTS } from './app-texts.ts'
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

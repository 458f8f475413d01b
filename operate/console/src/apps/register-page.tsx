import { Card } from '@countersign/ui/card.tsx'
import { Choice } from '@countersign/ui/choices.tsx'
import { Button, ButtonLink, Notice } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import type { AppScope, RegisteredApp } from '../api/console-api.ts'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { CopyValue, RefusalNotice } from '../elements.tsx'
import { texts } from '../texts.ts'
import { APP_TEXTS } from './app-texts.ts'
import { isSoundDraft, KeyChoice, mayBeDone, PrivateKey, useNewKey } from './claims-key.tsx'
import { DescriptionFields, isComplete, NO_DESCRIPTION, toRegistration } from './description.tsx'
import { ScopesField } from './scopes-field.tsx'

type Registered = { readonly app: RegisteredApp; readonly privateKey: string | undefined }
type Kind = 'client_secret_basic' | 'none'

/** `/console/register` */
export function RegisterPage() {
  const [registered, setRegistered] = useState<Registered>()
  return registered ? <RegisteredPage {...registered} /> : <RegisterForm onRegistered={setRegistered} />
}

const FIRST_SCOPES: readonly AppScope[] = [{ name: 'openid', reason: '', required: true }]

function RegisterForm({ onRegistered }: { onRegistered: (registered: Registered) => void }) {
  const { api } = useConsole()
  const [description, setDescription] = useState(NO_DESCRIPTION)
  const [kind, setKind] = useState<Kind>('client_secret_basic')
  const [scopes, setScopes] = useState(FIRST_SCOPES)
  const { draft, setDraft, unconfirmedPrivateJwk, sendKey } = useNewKey()
  const task = useTask<'register'>()
  const register = async () => {
    const { answer, privateJwk } = await sendKey((key) =>
      api.registerApp({
        ...toRegistration(description),
        scopes: [...scopes],
        token_endpoint_auth_method: kind,
        ...(key && { claims_encryption_jwk: key.publicJwk }),
      }),
    )
    onRegistered({ app: answer, privateKey: privateJwk })
  }
  return (
    <ConsoleFrame current="apps" title={APP_TEXTS.form.title} lead={APP_TEXTS.form.lead}>
      <GuardedForm
        isValid={isComplete(description) && scopes.length > 0 && isSoundDraft(draft)}
        refusal={task.failure}
        onSubmit={() => task.run('register', register)}
        isCard
        takesFocus
      >
        <DescriptionFields value={description} onChange={setDescription} failure={task.failure} />
        <KindChoice kind={kind} onChange={setKind} />
        <ScopesField scopes={scopes} onChange={setScopes} />
        <Notice kind="error">{scopes.length === 0 && APP_TEXTS.form.scopesEmpty}</Notice>
        <KeyChoice draft={draft} onChange={setDraft} canBeNone />
        <RefusalNotice failure={task.failure} />
        <Notice>{task.failure && mayBeDone(task.failure) && APP_TEXTS.form.perhapsRegistered}</Notice>
        <div class="actions">
          <ButtonLink kind="quiet" href={consoleAddress('apps')} label={APP_TEXTS.form.back} />
          <Button type="submit" busyText={task.running && APP_TEXTS.form.busy} label={APP_TEXTS.form.submit} />
        </div>
      </GuardedForm>
      {unconfirmedPrivateJwk !== undefined && <PrivateKey name="app" privateJwk={unconfirmedPrivateJwk} isUnsure />}
    </ConsoleFrame>
  )
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <Choice
      label={APP_TEXTS.form.kind}
      value={kind}
      onChange={onChange}
      options={[
        { value: 'client_secret_basic', label: APP_TEXTS.form.server, hint: APP_TEXTS.form.serverHint },
        { value: 'none', label: APP_TEXTS.form.device, hint: APP_TEXTS.form.deviceHint },
      ]}
    />
  )
}

function RegisteredPage({ app, privateKey }: Registered) {
  const { client_secret: secret } = app
  return (
    <ConsoleFrame current="apps" title={APP_TEXTS.registered.title(app.name)} lead={APP_TEXTS.registered.lead}>
      <Card icon="check" title={app.name}>
        <CopyValue label={APP_TEXTS.registered.clientId} value={app.client_id} />
        {secret !== undefined && <CopyValue label={APP_TEXTS.registered.secret} value={secret} />}
        {secret !== undefined && <p class="fine">{texts.actions.shownOnce}</p>}
      </Card>
      {privateKey !== undefined && <PrivateKey name={app.client_id} privateJwk={privateKey} />}
      <div class="actions start">
        <ButtonLink href={consoleAddress('app', { client_id: app.client_id })} label={APP_TEXTS.registered.next} />
      </div>
    </ConsoleFrame>
  )
}

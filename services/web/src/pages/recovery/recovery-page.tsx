import { Button, ButtonLink, FailureNotice, PasskeyNotice } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { RecoveryKeyField } from '@countersign/ui/recovery-key-field.tsx'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf, destinationAfterSignIn, navigate, type Route } from '@countersign/ui/routing/router.ts'
import { useSteps } from '@countersign/ui/use-steps.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { useLockOnLeave } from '../../session/use-lock-on-leave.ts'
import { useNewPasskey } from '../credentials/new-credentials.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import { RefusedVaultPage } from '../sign-in/refused-vault-page.tsx'
import { type NewUnlockMethod, RecoveryMethod } from './recovery-method.tsx'

type Step =
  | { readonly at: 'method' }
  | { readonly at: 'key'; readonly method: NewUnlockMethod; readonly recoveryKey: string }
  | { readonly at: 'done'; readonly by: NewUnlockMethod['by'] }

const METHOD: Step = { at: 'method' }

/** `/recovery`: opens the vault by recovery key, then replaces unlock method and recovery key in a single change. */
export function RecoveryPage({ route }: { route: Route }) {
  const { profile, refusal } = useSession()
  const { step, next, back, restart } = useSteps<Step>(METHOD)
  const isOpen = profile !== undefined
  const isFull = profile?.scope === 'full'
  // Later steps make the session full themselves, just before the last step.
  const isElsewhere = isFull && step.at === 'method'
  const destination = route.authRequestId === undefined ? PATHS.methods : destinationAfterSignIn(route)

  // A signed-in user replaces methods on `/methods`.
  useEffect(() => {
    if (isElsewhere) navigate(destination, { replace: true })
  }, [isElsewhere, destination])
  useEffect(() => {
    if (!isOpen) restart(METHOD)
  }, [isOpen])
  useLockOnLeave(isFull)

  if (refusal) return <RefusedVaultPage refusal={refusal} />
  if (!isOpen) return <RecoveryEnter route={route} />
  if (step.at === 'done') return <RecoveryDone route={route} by={step.by} />
  if (isElsewhere) return null
  switch (step.at) {
    case 'method':
      return <RecoveryMethod onChosen={(method, recoveryKey) => next({ at: 'key', method, recoveryKey })} />
    case 'key':
      return (
        <RecoveryFinish
          {...step}
          onBack={back}
          onOtherMethod={() => restart(METHOD)}
          onDone={() => restart({ at: 'done', by: step.method.by })}
        />
      )
  }
}

/** First step: the recovery key, which also identifies the account. */
function RecoveryEnter({ route }: { route: Route }) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [recoveryKey, setRecoveryKey] = useState('')
  const task = useTask<'open'>()
  const submit = () => task.run('open', async () => void (await ask('signInByRecoveryKey', { recoveryKey })))
  return (
    <PreviewPage authRequestId={route.authRequestId} title={text.signIn.recovery} lead={text.recovery.enterLead}>
      <GuardedForm isCard isValid={recoveryKey.trim() !== ''} onSubmit={submit} onFocus={() => warmUp('passkey')}>
        <RecoveryKeyField hint={text.recovery.enterHint} recoveryKey={recoveryKey} setRecoveryKey={setRecoveryKey} />
        <FailureNotice failure={task.failure} own={{ invalid_credentials: text.recovery.unknownKey }} />
        <Button type="submit" busyText={task.running && text.signIn.busy} label={text.recovery.enterSubmit} />
      </GuardedForm>
      <p class="aside">
        <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.recovery.backToSignIn}</a>
      </p>
    </PreviewPage>
  )
}

function RecoveryDone({ route, by }: { route: Route; by: 'passkey' | 'password' }) {
  const text = useFullText()
  const facts = [
    by === 'passkey' ? text.recovery.donePasskey : text.recovery.donePassword,
    text.recovery.doneKey,
    text.recovery.doneOthers,
    text.recovery.doneApps,
    text.recovery.doneOlder[by],
  ]
  return (
    <Page title={text.recovery.doneTitle}>
      <ul class="card facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div class="actions">
        {route.authRequestId === undefined && (
          <ButtonLink href={PATHS.methods} kind="quiet" label={text.recovery.doneMethods} />
        )}
        <ButtonLink href={destinationAfterSignIn(route)} label={text.common.next} />
      </div>
    </Page>
  )
}

type RecoveryFinishProps = {
  readonly method: NewUnlockMethod
  readonly recoveryKey: string
  readonly onBack: () => void
  readonly onOtherMethod: () => void
  readonly onDone: () => void
}

/** Last step: the new recovery key and the new unlock method replace the old ones in one change. */
function RecoveryFinish({ method, recoveryKey, onBack, onOtherMethod, onDone }: RecoveryFinishProps) {
  const text = useFullText()
  const { protect, dialog } = useStepUp()
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  const recover = async () => {
    if (method.by === 'password') {
      const { by: _, ...credentials } = method
      return ask('recoverByPassword', credentials)
    }
    const { options } = await ask('startPasskeyAddition', {})
    return ask('recoverByPasskey', { ...(await createPasskey(options)), label: text.passkeys.unnamed })
  }
  const confirm = async () => {
    await protect<unknown>(recover)
    onDone()
  }
  return (
    <>
      <RecoveryKeyStep
        recoveryKey={recoveryKey}
        submit={method.by === 'passkey' ? text.recovery.finishPasskey : text.recovery.finishPassword}
        busy={method.by === 'passkey' ? text.signIn.passkeyBusy : text.recovery.finishBusy}
        onConfirmed={confirm}
        onCancel={onBack}
        describe={(failure) => (
          <>
            <PasskeyNotice
              failure={failure}
              own={{ passkey_exists: text.passkeys.exists }}
              cancelled={text.recovery.cancelled}
            />
            {failure.code.startsWith('passkey_') && (
              <Button kind="secondary" onClick={onOtherMethod} label={text.signUp.usePassword} />
            )}
          </>
        )}
      >
        <p class="fine">{method.by === 'passkey' ? text.signUp.passkeyNext : text.recovery.unfinished}</p>
      </RecoveryKeyStep>
      {dialog}
    </>
  )
}

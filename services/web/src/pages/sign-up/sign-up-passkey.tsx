import { isOutcomeUnknown, toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { PasskeyNotice, useNewPasskey } from '../credentials/new-passkey.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'

type SignUpPasskeyProps = {
  readonly route: Route
  readonly name: string
  readonly setName: (name: string) => void
  readonly onPassword: () => void
}

/** A name and one button, or a password instead. */
export function SignUpPasskey({ route, onPassword, ...form }: SignUpPasskeyProps) {
  const text = useFullText()
  const { authRequestId } = route
  return (
    <PreviewPage
      authRequestId={authRequestId}
      title={text.signUp.title}
      lead={authRequestId === undefined ? text.signUp.lead : `${text.signUp.lead} ${text.signUp.appWaiting}`}
    >
      <PasskeyForm route={route} {...form} />
      <p class="or">{text.signUp.or}</p>
      <Button kind="secondary" onClick={onPassword}>
        {text.signUp.usePassword}
      </Button>
      <HaveAccount route={route} />
    </PreviewPage>
  )
}

type PasskeyFormProps = Pick<SignUpPasskeyProps, 'route' | 'name' | 'setName'>

/** Creates the passkey, under the user's name, and the account. */
function PasskeyForm({ route, name, setName }: PasskeyFormProps) {
  const text = useFullText()
  const task = useTask<'create'>()
  const { create, mayExist } = usePasskeyAccount(name.trim())
  return (
    <Card icon="fingerprint" title={text.signUp.passkeyTitle} lead={text.signUp.passkeyLead}>
      <GuardedForm isValid={name.trim() !== ''} onSubmit={() => task.run('create', create)}>
        <Field
          label={text.signUp.name}
          hint={text.signUp.nameHint}
          error={name.trim() === '' ? text.signUp.emptyName : undefined}
          value={name}
          onInput={setName}
          name="name"
          autocomplete="name"
          maxLength={64}
          required
        />
        <Button type="submit" busyText={task.running && text.signIn.passkeyBusy}>
          {text.signUp.passkeySubmit}
        </Button>
        <p class="fine">{text.signUp.passkeyNext}</p>
        <PasskeyNotice failure={task.failure} cancelled={text.signUp.cancelled} />
        {task.failure && mayExist && <MaybeMade route={route} />}
      </GuardedForm>
    </Card>
  )
}

function usePasskeyAccount(name: string): { create: () => Promise<void>; mayExist: boolean } {
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  const [mayExist, setMayExist] = useState(false)
  const create = async () => {
    const { options } = await ask('startPasskeySignUp', {})
    const made = await createPasskey(options, name)
    try {
      await ask('finishPasskeySignUp', made)
    } catch (error) {
      setMayExist(isOutcomeUnknown(toFailure(error)))
      throw error
    }
  }
  return { create, mayExist }
}

function MaybeMade({ route }: { route: Route }) {
  const text = useFullText()
  return (
    <>
      <Notice>{text.signUp.maybeMade}</Notice>
      <ButtonLink href={addressOf(PATHS.signIn, route.authRequestId)} kind="secondary">
        {text.signUp.signIn}
      </ButtonLink>
    </>
  )
}

export function HaveAccount({ route }: { route: Route }) {
  const text = useFullText()
  return (
    <p class="aside">
      {text.signUp.haveAccount} <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.signUp.signIn}</a>
    </p>
  )
}

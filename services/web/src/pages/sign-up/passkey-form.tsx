import { isOutcomeUnknown, toFailure } from '@countersign/device'
import { Button, ButtonLink, Notice, PasskeyNotice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useProposal } from '../../session/draft.tsx'
import { useSession } from '../../session/session.tsx'
import { useNewPasskey } from '../credentials/new-credentials.tsx'
import { keepInvitation } from './kept-invitation.ts'
import type { Admission } from './use-admission.ts'

export type PasskeyFormProps = {
  readonly authRequestId: string | undefined
  readonly admission: Admission
  /** Where a passkey can sign in too: its autofill offers one to a person who has an account. */
  readonly hasPasskeys?: boolean
  /** The ceremony begins and ends: a browser runs one at a time. */
  readonly onBusy?: (isBusy: boolean) => void
}

/** Creates an account with a passkey of this name, which the first request proposes as the user's. */
export function PasskeyForm({ authRequestId, admission, hasPasskeys, onBusy }: PasskeyFormProps) {
  const { signUp, signIn, invited } = useFullText()
  const [name, setName] = useState('')
  const task = useTask<'create'>()
  const { create, mayExist } = usePasskeyAccount(name.trim(), admission)
  const submit = async () => {
    onBusy?.(true)
    await create().finally(() => onBusy?.(false))
  }
  return (
    <GuardedForm isValid={name.trim() !== ''} onSubmit={() => task.run('create', submit)}>
      <Field
        label={signUp.name}
        hint={signUp.nameHint}
        error={name.trim() === '' ? signUp.emptyName : undefined}
        value={name}
        onInput={setName}
        name="name"
        autocomplete={hasPasskeys ? 'name webauthn' : 'name'}
        maxLength={64}
        required
      />
      <div class="stack sign-in-passkey">
        <Button type="submit" busyText={task.running && signIn.passkeyBusy} label={signUp.passkeySubmit} />
        <p class="fine">{signUp.passkeyNext}</p>
        <PasskeyNotice
          failure={task.failure}
          own={{ invalid_invitation: invited.refused }}
          cancelled={signUp.cancelled}
        />
        {task.failure && mayExist && <MaybeMade authRequestId={authRequestId} />}
      </div>
    </GuardedForm>
  )
}

function usePasskeyAccount(
  name: string,
  { withInvitation }: Admission,
): { create: () => Promise<void>; mayExist: boolean } {
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  const propose = useProposal()
  const [mayExist, setMayExist] = useState(false)
  const create = async () => {
    const { options } = await withInvitation((invited) => ask('startPasskeySignUp', invited), mayExist)
    const made = await createPasskey(options, name)
    try {
      const { userId } = await withInvitation(() => ask('finishPasskeySignUp', { ...made, name }))
      keepInvitation(undefined)
      propose(userId, name)
    } catch (error) {
      setMayExist(isOutcomeUnknown(toFailure(error)))
      throw error
    }
  }
  return { create, mayExist }
}

function MaybeMade({ authRequestId }: Pick<PasskeyFormProps, 'authRequestId'>) {
  const { signUp, signIn } = useFullText()
  return (
    <>
      <Notice>{signUp.maybeMade}</Notice>
      <ButtonLink href={addressOf(PATHS.signIn, authRequestId)} kind="secondary" label={signIn.title} />
    </>
  )
}

const BY_PASSWORD = '#password'

/** The sign-up page, with the password at once. */
export function passwordSignUpOf(authRequestId: string | undefined): string {
  return addressOf(PATHS.signUp, authRequestId) + BY_PASSWORD
}

export function isPasswordSignUp(): boolean {
  return here().hash === BY_PASSWORD
}

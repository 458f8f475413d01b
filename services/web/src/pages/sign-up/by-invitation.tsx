import { Button, ButtonLink, FailureNotice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useBrand } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { BackToApp } from '../sign-in/back-to-app.tsx'
import { findInvitation } from './kept-invitation.ts'
import type { Admission } from './use-admission.ts'

/** Title and first words where a person cannot sign up, or not yet. */
export function useAdmissionTexts({ state }: Admission): { readonly title: string; readonly lead: string } {
  const { invited } = useFullText()
  if (state === 'closed') return { title: invited.closedTitle, lead: invited.closed }
  return { title: invited.title, lead: state === 'checking' ? invited.checking : invited.lead }
}

type ByInvitationProps = { readonly admission: Admission; readonly isCard?: boolean | undefined }

/** In place of a sign-up: a field for the invitation, whom to ask, and the way back to the app that waits. */
export function ByInvitation({ admission, isCard }: ByInvitationProps) {
  const { operator } = useFullText()
  const { supportUrl } = useBrand()
  if (admission.state === 'checking') return null
  return (
    <>
      {admission.state === 'invitation_needed' && <InvitationForm admission={admission} isCard={isCard} />}
      <p class="actions start">
        {supportUrl !== '' && <ButtonLink href={supportUrl} kind="quiet" label={operator.contact} />}
        <BackToApp />
      </p>
    </>
  )
}

function InvitationForm({ admission: { failure, offer }, isCard }: ByInvitationProps) {
  const { invited, common } = useFullText()
  const [pasted, setPasted] = useState('')
  const task = useTask<'check'>()
  const token = findInvitation(pasted)
  return (
    <GuardedForm
      isCard={isCard}
      isValid={token !== undefined}
      onSubmit={() => token !== undefined && task.run('check', () => offer(token))}
    >
      <Field
        label={invited.label}
        hint={invited.hint}
        error={token === undefined ? invited.wrong : undefined}
        value={pasted}
        onInput={setPasted}
        name="invitation"
        autocomplete="off"
        maxLength={2000}
        isCode
        required
      />
      <FailureNotice
        failure={task.running ? undefined : (task.failure ?? failure)}
        own={{ invalid_invitation: invited.refused, sign_ups_closed: invited.closed }}
      />
      <Button type="submit" busyText={task.running && invited.checking} label={common.next} />
    </GuardedForm>
  )
}

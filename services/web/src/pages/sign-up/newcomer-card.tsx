import { ButtonLink } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { ByInvitation, useAdmissionTexts } from './by-invitation.tsx'
import { PasskeyForm, type PasskeyFormProps, passwordSignUpOf } from './passkey-form.tsx'
import { useAdmission } from './use-admission.ts'

type NewcomerCardProps = Omit<PasskeyFormProps, 'hasPasskeys' | 'admission'>

/** The sign-up beside the sign-in, for a browser that knows no user. */
export function NewcomerCard(props: NewcomerCardProps) {
  const { signUp } = useFullText()
  const isByPasskey = usePasskeySupport() === 'likely'
  const admission = useAdmission()
  const { title, lead } = useAdmissionTexts(admission)
  if (admission.state !== 'admitted') {
    return (
      <section class={`card stack sign-in-new ${admission.state === 'closed' ? 'sign-in-closed' : ''}`}>
        <div>
          <h2>{title}</h2>
          <p class="fine">{lead}</p>
        </div>
        <ByInvitation admission={admission} />
      </section>
    )
  }
  return (
    <section class="card stack sign-in-new">
      <div>
        <h2>{signUp.newTitle}</h2>
        <p class="fine">{isByPasskey ? signUp.passkeyLead : signUp.lead}</p>
      </div>
      {isByPasskey && <PasskeyForm hasPasskeys admission={admission} {...props} />}
      <ButtonLink
        href={passwordSignUpOf(props.authRequestId)}
        kind={isByPasskey ? 'quiet' : 'primary'}
        label={isByPasskey ? signUp.usePassword : signUp.finish}
      />
    </section>
  )
}

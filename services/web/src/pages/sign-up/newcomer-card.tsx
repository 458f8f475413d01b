import { ButtonLink } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { PasskeyForm, type PasskeyFormProps, passwordSignUpOf } from './passkey-form.tsx'

type NewcomerCardProps = Omit<PasskeyFormProps, 'hasPasskeys'>

/** The sign-up beside the sign-in, for a browser that knows no user. */
export function NewcomerCard(props: NewcomerCardProps) {
  const { signUp } = useFullText()
  const isByPasskey = usePasskeySupport() === 'likely'
  return (
    <section class="card stack sign-in-new">
      <div>
        <h2>{signUp.newTitle}</h2>
        <p class="fine">{isByPasskey ? signUp.passkeyLead : signUp.lead}</p>
      </div>
      {isByPasskey && <PasskeyForm hasPasskeys {...props} />}
      <ButtonLink
        href={passwordSignUpOf(props.authRequestId)}
        kind={isByPasskey ? 'quiet' : 'primary'}
        label={isByPasskey ? signUp.usePassword : signUp.finish}
      />
    </section>
  )
}

import { useFullText } from '../../messages/use-text.tsx'
import { signalAccepted } from '../../passkey/signals.ts'
import { useSession } from '../../session/session.tsx'
import { KeyReplacement } from './key-replacement.tsx'
import type { MethodNote } from './method-step.ts'

type RotateAccountKeyProps = {
  /** That takes the place of the old one in the same change. */
  readonly password: string | undefined
  readonly onCancel: (isUnknown: boolean) => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Another account key, and with it another recovery key: only the method that confirms it stays. */
export function RotateAccountKey({ password, onCancel, onDone }: RotateAccountKeyProps) {
  const { passkeys } = useFullText()
  const { ask } = useSession()
  const rotate = async () => {
    const { userId } = await ask('rotateAccountKey', password === undefined ? {} : { password })
    await signalAccepted(userId, () => ask('listMethods', {}))
  }
  return (
    <KeyReplacement
      explanation={{
        title: passkeys.rotate,
        lead: passkeys.rotateLead,
        notYet: password === undefined ? passkeys.notYet : passkeys.notYetPassword,
        points: [password === undefined ? passkeys.rotateStays : passkeys.rotatePassword, ...passkeys.rotatePoints],
      }}
      submit={passkeys.rotateFinish}
      busy={passkeys.rotateBusy}
      replace={rotate}
      onDone={() => onDone('rotated')}
      onCancel={onCancel}
    />
  )
}

import { useFullText } from '../../messages/use-text.tsx'
import { signalAccepted } from '../../passkey/signals.ts'
import { useSession } from '../../session/session.tsx'
import { KeyReplacement } from './key-replacement.tsx'
import type { MethodNote } from './method-step.ts'

type RotateAccountKeyProps = {
  readonly onBack: () => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Another account key, and with it another recovery key: only the method that confirms it stays. */
export function RotateAccountKey({ onBack, onDone }: RotateAccountKeyProps) {
  const { passkeys } = useFullText()
  const { ask } = useSession()
  const rotate = async () => {
    const { userId } = await ask('rotateAccountKey', {})
    await signalAccepted(userId, await ask('listMethods', {}))
  }
  return (
    <KeyReplacement
      explanation={{
        title: passkeys.rotate,
        lead: passkeys.rotateLead,
        points: [passkeys.rotateStays, ...passkeys.rotatePoints],
      }}
      submit={passkeys.rotateFinish}
      busy={passkeys.rotateBusy}
      replace={rotate}
      onDone={() => onDone('rotated')}
      onBack={onBack}
    />
  )
}

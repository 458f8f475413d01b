import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { KeyReplacement } from './key-replacement.tsx'
import type { MethodNote } from './method-step.ts'

type ReplaceRecoveryKeyProps = {
  readonly onCancel: (isUnknown: boolean) => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Another recovery key; the account key and every other method stay. */
export function ReplaceRecoveryKey({ onCancel, onDone }: ReplaceRecoveryKeyProps) {
  const { common, passkeys } = useFullText()
  const { ask } = useSession()
  return (
    <KeyReplacement
      explanation={{
        title: passkeys.newKey,
        lead: passkeys.recoveryLead,
        notYet: passkeys.notYet,
        points: passkeys.newKeyPoints,
      }}
      submit={passkeys.newKeyFinish}
      busy={common.saving}
      replace={async () => void (await ask('replaceRecoveryKey', {}))}
      onDone={() => onDone('keyReplaced')}
      onCancel={onCancel}
    />
  )
}

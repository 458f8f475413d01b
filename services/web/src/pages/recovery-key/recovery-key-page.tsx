import { useSession } from '../../session/session.tsx'
import { KeepRecoveryKey } from './keep-recovery-key.tsx'

/** In the place of any page of somebody who has not confirmed a recovery key yet; it goes once that is done. */
export function RecoveryKeyPage() {
  const { ask } = useSession()
  const signOut = () => void ask('signOut', {}).catch(() => undefined)
  return <KeepRecoveryKey next="vault" onKept={async () => undefined} onCancel={signOut} />
}

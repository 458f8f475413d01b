import { useEffect } from 'preact/hooks'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, navigate, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'

/** After a sign-in by recovery key core allows nothing but the recovery, so this leads there. */
export function useRecoveryFirst({ path, authRequestId }: Route): void {
  const { state } = useSession()
  const isRecovering = state.status === 'open' && state.profile.scope === 'recovery'
  const isElsewhere = isRecovering && path !== PATHS.recovery
  useEffect(() => {
    if (isElsewhere) navigate(addressOf(PATHS.recovery, authRequestId), { replace: true })
  }, [isElsewhere, authRequestId])
}

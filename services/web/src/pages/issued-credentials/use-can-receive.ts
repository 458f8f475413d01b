import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'

/** Whether the operator allows any issuer of credentials; undefined while loading. */
export function useCanReceive(): boolean | undefined {
  const { ask } = useSession()
  const [canReceive, setCanReceive] = useState<boolean>()
  useEffect(() => {
    // On failure nothing is offered.
    ask('listCredentialIssuers', {}).then(
      ({ issuers }) => setCanReceive(issuers === undefined || issuers.length > 0),
      () => undefined,
    )
  }, [])
  return canReceive
}

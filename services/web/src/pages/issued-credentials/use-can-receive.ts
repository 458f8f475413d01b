import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'

/** Whether this service lets vaults fetch credentials from anybody; undefined until that is known. */
export function useCanReceive(): boolean | undefined {
  const { ask } = useSession()
  const [canReceive, setCanReceive] = useState<boolean>()
  useEffect(() => {
    // Where it cannot be asked, nothing is offered.
    ask('listCredentialIssuers', {}).then(
      ({ issuers }) => setCanReceive(issuers === undefined || issuers.length > 0),
      () => undefined,
    )
  }, [])
  return canReceive
}

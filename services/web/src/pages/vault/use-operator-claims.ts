import type { ClaimLabels } from '@countersign/contracts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'

type Labels = Readonly<Record<string, ClaimLabels>>

const NONE: Labels = {}

/** The operator's claims with their labels; empty until loaded. */
export function useOperatorClaims(): Labels {
  const { ask } = useSession()
  const [labels, setLabels] = useState(NONE)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const claims = await ask('listOperatorClaims', {})
      if (isCurrent && claims.length > 0) setLabels(labelsOf(claims))
    }
    // The vault is shown without them.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
    // A new session object must not load again.
  }, [])
  return labels
}

function labelsOf(claims: readonly { readonly name: string; readonly labels: ClaimLabels }[]): Labels {
  return Object.fromEntries(claims.map(({ name, labels }) => [name, labels]))
}

import type { ClaimLabels } from '@countersign/contracts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'

type Labels = Readonly<Record<string, ClaimLabels>>

const NONE: Labels = {}

/** What an operator has defined beside the built-in claims, and what they call it; nothing until that is here. */
export function useOperatorClaims(): Labels {
  const { ask } = useSession()
  const [labels, setLabels] = useState(NONE)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const claims = await ask('listOperatorClaims', {})
      if (isCurrent && claims.length > 0) setLabels(labelsOf(claims))
    }
    // What is in the vault is shown all the same.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
    // A new session object is not a reason to read again.
  }, [])
  return labels
}

function labelsOf(claims: readonly { readonly name: string; readonly labels: ClaimLabels }[]): Labels {
  return Object.fromEntries(claims.map(({ name, labels }) => [name, labels]))
}

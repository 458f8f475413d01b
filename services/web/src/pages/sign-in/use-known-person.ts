import type { KnownPerson } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { createSessionDatabase } from '../../worker/session-database.ts'

/**
 * Whose session this browser keeps; undefined until it is known. The page reads it by itself and need not wait for its worker.
 * Core is asked whether the session lives.
 * @param onNobody called where there is none, or none any more
 */
export function useKnownPerson(onNobody: () => void): KnownPerson | undefined {
  const { ask } = useSession()
  const [person, setPerson] = useState<KnownPerson>()
  useEffect(() => {
    createSessionDatabase()
      .read()
      .then((kept) => (kept?.session ? setPerson(kept.session) : onNobody()), onNobody)
    // It only ever takes somebody away.
    const leaveIfEnded = (resumed: KnownPerson | null) => (resumed ? undefined : onNobody())
    ask('resume', {}).then(leaveIfEnded, () => undefined)
  }, [])
  return person
}

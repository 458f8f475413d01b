import type { KnownPerson } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { readKnownPerson } from '../../session/read-known-person.ts'
import { useSession } from '../../session/session.tsx'

/**
 * Whose session this browser keeps; undefined until it is known. Core is asked whether the session lives.
 * @param onNobody called where there is none, or none any more
 */
export function useKnownPerson(onNobody: () => void): KnownPerson | undefined {
  const { ask } = useSession()
  const [person, setPerson] = useState<KnownPerson>()
  useEffect(() => {
    void readKnownPerson().then((known) => (known ? setPerson(known) : onNobody()))
    // It only ever takes somebody away.
    const leaveIfEnded = (resumed: KnownPerson | null) => (resumed ? undefined : onNobody())
    ask('resume', {}).then(leaveIfEnded, () => undefined)
  }, [])
  return person
}

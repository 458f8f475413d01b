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
    const show = (known: KnownPerson | null | undefined) => (known ? setPerson(known) : onNobody())
    createSessionDatabase()
      .read()
      .then((kept) => show(kept?.session), onNobody)
    ask('resume', {}).then(show, () => undefined)
  }, [])
  return person
}

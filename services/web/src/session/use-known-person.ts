import type { KnownPerson } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { remembersVaults } from './browser-storage.ts'
import { useSession } from './session.tsx'

/**
 * Whose session this browser keeps; null for nobody's, undefined until it is known. Core is asked whether the session
 * lives: what has ended is taken back.
 */
export function useKnownPerson() {
  const { ask } = useSession()
  // Where nobody was ever signed in nothing is asked: the form is there at once.
  const [person, setPerson] = useState<KnownPerson | null | undefined>(() => (remembersVaults() ? undefined : null))
  useEffect(() => {
    if (person === null) return
    ask('whoIsKnown', {}).then(setPerson, () => setPerson(null))
    // It only ever takes somebody away: who has chosen another way meanwhile stays there.
    const leaveIfEnded = (resumed: KnownPerson | null) => (resumed ? undefined : setPerson(null))
    ask('resume', {}).then(leaveIfEnded, () => undefined)
  }, [])
  return { person, forget: () => setPerson(null) }
}

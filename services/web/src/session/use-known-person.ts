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
    ask('resume', {}).then(setPerson, () => undefined)
  }, [])
  return { person, forget: () => setPerson(null) }
}

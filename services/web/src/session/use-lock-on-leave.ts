import { useEffect, useRef } from 'preact/hooks'
import { useSession } from './session.tsx'

/** Locks when the user leaves in the middle, so that no password or recovery key stays in the worker. */
export function useLockOnLeave(isDone: boolean): void {
  const { lock } = useSession()
  const done = useRef(isDone)
  done.current = isDone
  useEffect(
    () => () => {
      if (!done.current) lock()
    },
    [lock],
  )
}

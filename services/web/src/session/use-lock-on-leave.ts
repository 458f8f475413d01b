import { useEffect, useRef } from 'preact/hooks'
import { useSession } from './session.tsx'

/** Whoever leaves in the middle leaves no password and no recovery key behind in the worker. */
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

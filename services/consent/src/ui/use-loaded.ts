import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Failure, toFailure } from '../failure.ts'

export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'loaded'; readonly value: Value }

/** Loads something once when the page opens, and again when asked to or when the connection is back after a failure. */
export function useLoaded<Value>(load: () => Promise<Value>): { loaded: Loaded<Value>; reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ status: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const show = (next: Loaded<Value>) => {
      if (isCurrent) setLoaded(next)
    }
    load().then(
      (value) => show({ status: 'loaded', value }),
      (error: unknown) => show({ status: 'failed', failure: toFailure(error) }),
    )
    return () => {
      isCurrent = false
    }
    // A new function object is not a reason to load again.
  }, [round])
  const reload = useCallback(() => setRound((current) => current + 1), [])
  const hasFailed = loaded.status === 'failed'
  useEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [hasFailed, reload])
  return { loaded, reload }
}

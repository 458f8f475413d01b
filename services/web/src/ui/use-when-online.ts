import { useEffect } from 'preact/hooks'

/** Calls `retry` when the connection is back after a failure. */
export function useWhenOnline(hasFailed: boolean, retry: () => void): void {
  useEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed, retry])
}

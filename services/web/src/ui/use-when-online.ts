import { useEffect } from 'preact/hooks'

/** Tries again, or forgets, by itself what failed, as soon as the connection is back. */
export function useWhenOnline(hasFailed: boolean, retry: () => void): void {
  useEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed, retry])
}

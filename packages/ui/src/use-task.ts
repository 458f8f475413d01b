import { type Failure, toFailure } from '@countersign/device'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export type Task<Name extends string> = Readonly<ReturnType<typeof useTask<Name>>>

/** Runs one task at a time and keeps its failure. A missing connection is forgotten once it is back. */
export function useTask<Name extends string>() {
  const [running, setRunning] = useState<Name>()
  const [failure, setFailure] = useState<Failure>()
  // A ref: a second click may come before the next render.
  const isBusy = useRef(false)

  const forget = useCallback(() => setFailure(undefined), [])
  useWhenOnline(failure?.code === 'offline', forget)

  const start = async (name: Name, work: () => Promise<void>) => {
    // A double click counts once.
    if (isBusy.current) return
    isBusy.current = true
    setRunning(name)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      isBusy.current = false
      setRunning(undefined)
    }
  }
  const run = (name: Name, work: () => Promise<void>) => void start(name, work)
  return { running, failure, run }
}

/** Calls `retry` when the connection is back after a failure. */
export function useWhenOnline(hasFailed: boolean, retry: () => void): void {
  useEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed, retry])
}

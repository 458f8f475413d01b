import { type Failure, toFailure } from '@countersign/device'
import { useCallback, useRef, useState } from 'preact/hooks'
import { useWhenOnline } from './use-when-online.ts'

export type Task<Name extends string> = {
  /** The one that runs. */
  readonly running: Name | undefined
  readonly failure: Failure | undefined
  /** Runs unless another one does: a double click does nothing twice. */
  readonly run: (name: Name, work: () => Promise<void>) => void
}

/** One thing at a time: what runs, and how the last one failed. That there is no connection is over once there is one. */
export function useTask<Name extends string>(): Task<Name> {
  const [running, setRunning] = useState<Name>()
  const [failure, setFailure] = useState<Failure>()
  // State arrives with the next render, a second click may come before that.
  const isBusy = useRef(false)

  const forget = useCallback(() => setFailure(undefined), [])
  useWhenOnline(failure?.code === 'offline', forget)

  const run = async (name: Name, work: () => Promise<void>) => {
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
  return { running, failure, run: (name, work) => void run(name, work) }
}

import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Failure, toFailure } from '../failure.ts'

export interface Reading<Content> {
  /** The last that came; it stays while it is read again. */
  readonly content: Content | undefined
  readonly failure: Failure | undefined
  readonly reload: () => Promise<void>
}

/** Reads when the page comes up, and again when asked to. */
export function useReading<Content>(read: () => Promise<Content>): Reading<Content> {
  const [content, setContent] = useState<Content>()
  const [failure, setFailure] = useState<Failure>()
  const reload = useCallback(async () => {
    setFailure(undefined)
    try {
      setContent(await read())
    } catch (error) {
      setFailure(toFailure(error))
    }
    // What is read does not depend on the render that reads it.
  }, [])
  useEffect(() => void reload(), [reload])
  return { content, failure, reload }
}

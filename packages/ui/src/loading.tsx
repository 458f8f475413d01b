import { type Failure, toFailure } from '@countersign/device'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Button, FailureNotice } from './elements.tsx'
import { useFullText } from './messages/texts.ts'
import { useWhenOnline } from './use-task.ts'

export type Loaded<Content> = Readonly<ReturnType<typeof useLoaded<Content>>>

/** Loads on mount, on `reload`, and when the connection is back after a failure. `content` stays while loading again. */
export function useLoaded<Content>(load: () => Promise<Content>) {
  const [content, setContent] = useState<Content>()
  const [failure, setFailure] = useState<Failure>()
  const lastRound = useRef(0)
  const reload = useCallback(async () => {
    const round = (lastRound.current += 1)
    // The last started load counts, whichever arrives last.
    const isCurrent = () => round === lastRound.current
    setFailure(undefined)
    try {
      const next = await load()
      if (isCurrent()) setContent(() => next)
    } catch (error) {
      if (isCurrent()) setFailure(toFailure(error))
    }
    // `load` does not depend on the render.
  }, [])
  useEffect(() => void reload(), [reload])
  useWhenOnline(failure !== undefined, () => void reload())
  return { content, failure, reload }
}

/** The result of `load` for these inputs; undefined while it loads and after a failure. */
export function useResult<Result>(load: () => Promise<Result>, inputs: readonly unknown[]): Result | undefined {
  const [loaded, setLoaded] = useState<{ readonly inputs: readonly unknown[]; readonly result: Result }>()
  useEffect(() => {
    let isCurrent = true
    load().then(
      (result) => isCurrent && setLoaded({ inputs, result }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, inputs)
  return loaded?.inputs.every((input, index) => input === inputs[index]) ? loaded.result : undefined
}

type LoadingNoticeProps = {
  readonly loaded: Loaded<unknown>
  readonly Refusal?: typeof FailureNotice
}

/** A placeholder for loading content: progress, or the failure and a retry button. */
export function LoadingNotice({ loaded, Refusal = FailureNotice }: LoadingNoticeProps) {
  const { content, failure, reload } = loaded
  const text = useFullText()
  return (
    <>
      <Refusal failure={failure} />
      {failure && (
        <div class="actions start">
          <Button kind="secondary" onClick={() => void reload()} label={text.common.tryAgain} />
        </div>
      )}
      {content === undefined && failure === undefined && <p class="fine">{text.common.loading}</p>}
    </>
  )
}

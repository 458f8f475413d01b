import type { FunctionComponent } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useLanguage, useText } from '../messages/use-text.tsx'
import { Button } from './button.tsx'
import { EndPage } from './end-page.tsx'

/** A page that loads, with its texts, when first opened, so that the way to an approval does not wait for it. */
export function lazyPage<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  // Shared by all visits: the second one renders at once.
  let loaded: FunctionComponent<Props> | undefined

  return function LazyPage(props: Props) {
    const { rest, loadRest } = useLanguage()
    const [Content, setContent] = useState<FunctionComponent<Props> | undefined>(() => loaded)
    const [hasFailed, setFailed] = useState(false)

    const start = useCallback(async () => {
      setFailed(false)
      try {
        const [component] = await Promise.all([load(), loadRest()])
        loaded = component
        setContent(() => component)
      } catch {
        setFailed(true)
      }
    }, [loadRest])
    const isReady = Content !== undefined && rest !== undefined
    useEffect(() => {
      if (!isReady) void start()
    }, [isReady, start])

    if (isReady) return <Content {...props} />
    return hasFailed ? <LoadFailure onRetry={() => void start()} /> : null
  }
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  return (
    <EndPage title={text.problem.pageTitle} lead={text.problem.page}>
      <Button onClick={onRetry} label={text.common.tryAgain} />
    </EndPage>
  )
}

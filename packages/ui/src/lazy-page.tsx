import type { FunctionComponent } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Button } from './elements.tsx'
import { EndPage } from './end-page.tsx'
import { useLanguage, useText } from './messages/texts.ts'

export type Missing = { readonly hasFailed: boolean; readonly onRetry: () => void }

/**
 * A page that loads, with its texts, when first opened, so that the way to an approval does not wait for it.
 * @param Place what stands there until it has loaded
 */
export function lazyPage<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  Place: FunctionComponent<Props & Missing> = MissingPage,
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
    return <Place {...props} hasFailed={hasFailed} onRetry={() => void start()} />
  }
}

function MissingPage({ hasFailed, onRetry }: Missing) {
  const text = useText()
  if (!hasFailed) return null
  return (
    <EndPage title={text.missing.title} lead={text.missing.text}>
      <Button onClick={onRetry} label={text.common.tryAgain} />
    </EndPage>
  )
}

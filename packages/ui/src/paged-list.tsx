import { type Failure, toFailure } from '@countersign/device'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Button } from './elements.tsx'
import { useText } from './messages/texts.ts'
import { useWhenOnline } from './use-task.ts'

type Page<Item, Cursor> = {
  readonly items: readonly Item[]
  readonly next: Cursor | undefined
}

export type Pages<Item> = Readonly<ReturnType<typeof usePages<Item, unknown>>>

/** A paged list: loads the first page on mount, retries a failure when the connection is back. Loaded pages stay. */
export function usePages<Item, Cursor>(load: (cursor: Cursor | undefined) => Promise<Page<Item, Cursor>>) {
  const [items, setItems] = useState<readonly Item[]>([])
  const [cursor, setCursor] = useState<Cursor | 'start' | undefined>('start')
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  const isBusy = useRef(false)

  const loadMore = useCallback(async () => {
    if (isBusy.current || cursor === undefined) return
    isBusy.current = true
    setLoading(true)
    try {
      const page = await load(cursor === 'start' ? undefined : cursor)
      setItems((current) => [...current, ...page.items])
      setCursor(() => page.next)
      setFailure(undefined)
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      isBusy.current = false
      setLoading(false)
    }
  }, [cursor, load])
  useEffect(() => {
    void loadMore()
    // Only the first page loads by itself.
  }, [])
  useWhenOnline(failure !== undefined, () => void loadMore())
  return { items, hasMore: cursor !== undefined, isLoading, failure, loadMore: () => void loadMore() }
}

/** Below a paged list: loads older entries, or retries after a failure. */
export function MoreButton({ pages: { hasMore, isLoading, failure, loadMore } }: { pages: Pages<unknown> }) {
  const { common } = useText()
  if (!hasMore) return null
  return (
    <div class="actions start">
      <Button
        kind="secondary"
        busyText={isLoading ? common.loading : undefined}
        onClick={loadMore}
        label={failure ? common.tryAgain : common.earlier}
      />
    </div>
  )
}

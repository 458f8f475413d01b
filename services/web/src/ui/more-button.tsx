import { useText } from '../messages/use-text.tsx'
import { Button } from './button.tsx'
import type { Pages } from './use-pages.ts'

/** Below a paged list: loads older entries, or retries after a failure. */
export function MoreButton({ pages: { hasMore, isLoading, failure, loadMore } }: { pages: Pages<unknown> }) {
  const { common } = useText()
  if (!hasMore) return null
  return (
    <div class="actions start">
      <Button kind="secondary" busyText={isLoading ? common.loading : undefined} onClick={loadMore}>
        {failure ? common.tryAgain : common.earlier}
      </Button>
    </div>
  )
}

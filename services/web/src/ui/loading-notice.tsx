import { useFullText } from '../messages/use-text.tsx'
import { Button } from './button.tsx'
import { FailureNotice } from './notice.tsx'
import type { Loaded } from './use-loaded.ts'

/** Where something that is loaded will stand: that it comes, or why it did not and how to try again. */
export function LoadingNotice({ loaded: { content, failure, reload } }: { loaded: Loaded<unknown> }) {
  const text = useFullText()
  return (
    <>
      <FailureNotice failure={failure} />
      {failure && (
        <div class="actions start">
          <Button kind="secondary" onClick={() => void reload()}>
            {text.common.tryAgain}
          </Button>
        </div>
      )}
      {content === undefined && failure === undefined && <p class="fine">{text.common.loading}</p>}
    </>
  )
}

import { useFullText } from '../messages/use-text.tsx'
import { Button } from './button.tsx'
import { FailureNotice } from './notice.tsx'
import type { Loaded } from './use-loaded.ts'

type LoadingNoticeProps = {
  readonly loaded: Loaded<unknown>
  /** Shows the failure. */
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
          <Button kind="secondary" onClick={() => void reload()}>
            {text.common.tryAgain}
          </Button>
        </div>
      )}
      {content === undefined && failure === undefined && <p class="fine">{text.common.loading}</p>}
    </>
  )
}

import type { Failure } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { describeFailure } from '../messages/messages.ts'
import { useText } from '../messages/use-text.tsx'

type Kind = 'info' | 'good' | 'error'

/**
 * A message near the thing it is about. The live region is always there, empty or not: assistive technology announces
 * changes inside known regions only.
 */
export function Notice({ kind = 'info', children }: { kind?: Kind; children?: ComponentChildren }) {
  return (
    <div class="notice-region" role={kind === 'error' ? 'alert' : 'status'}>
      {children ? <p class={`notice ${kind}`}>{children}</p> : null}
    </div>
  )
}

export function FailureNotice({ failure }: { failure: Failure | undefined }) {
  const text = useText()
  return <Notice kind="error">{failure && describeFailure(text, failure)}</Notice>
}

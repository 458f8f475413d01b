import type { ComponentChildren } from 'preact'
import type { Failure } from '../failure.ts'
import { text } from '../messages/messages.ts'

type Kind = 'info' | 'good' | 'error'

/**
 * A message near what it is about. Its live region is always there, empty or not, because assistive technology only
 * announces what changes inside a region that it already knows.
 */
export function Notice({ kind = 'info', children }: { kind?: Kind; children?: ComponentChildren }) {
  return (
    <div class="notice-region" role={kind === 'error' ? 'alert' : 'status'}>
      {children ? <p class={`notice ${kind}`}>{children}</p> : null}
    </div>
  )
}

/** The last failure, as a sentence. */
export function FailureNotice({ failure }: { failure: Failure | undefined }) {
  return <Notice kind="error">{failure && text.failure(failure.code, failure.retryAfterSeconds)}</Notice>
}

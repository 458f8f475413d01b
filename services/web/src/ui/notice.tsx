import type { Failure, FailureCode } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { describeFailure } from '../messages/messages.ts'
import { useText } from '../messages/use-text.tsx'

type Sentences = Readonly<Partial<Record<FailureCode, string>>>

type Kind = 'info' | 'good' | 'error'

/** A message. Its live region is always there: assistive technology announces changes inside known regions only. */
export function Notice({ kind = 'info', children }: { kind?: Kind; children?: ComponentChildren }) {
  return (
    <div class="notice-region" role={kind === 'error' ? 'alert' : 'status'}>
      {children ? <p class={`notice ${kind}`}>{children}</p> : null}
    </div>
  )
}

/** A failure, in the page's own sentence for its code or the usual one. */
export function FailureNotice({ failure, own = {} }: { failure: Failure | undefined; own?: Sentences }) {
  const text = useText()
  return <Notice kind="error">{failure && (own[failure.code] ?? describeFailure(text, failure))}</Notice>
}

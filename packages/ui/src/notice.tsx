import type { Failure, FailureCode } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { describeFailure } from './messages/messages.ts'
import { useText } from './messages/use-text.tsx'

export type Sentences = Readonly<Partial<Record<FailureCode, string>>>

type Kind = 'info' | 'good' | 'warning' | 'error'

/** A message. Its live region is always there: assistive technology announces changes inside known regions only. */
export function Notice({ kind = 'info', children }: { kind?: Kind; children?: ComponentChildren }) {
  return (
    <div class="notice-region" role={kind === 'error' ? 'alert' : 'status'}>
      {children ? <p class={`notice ${kind}`}>{children}</p> : null}
    </div>
  )
}

type FailureNoticeProps = { readonly failure: Failure | undefined; readonly own?: Sentences | undefined }

/** A failure, in the page's own sentence for its code or the usual one. */
export function FailureNotice({ failure, own = {} }: FailureNoticeProps) {
  const text = useText()
  return <Notice kind="error">{failure && (own[failure.code] ?? describeFailure(text, failure))}</Notice>
}

/** The failure of a passkey ceremony: a cancelled one is no error. */
export function PasskeyNotice({ failure, own, cancelled }: FailureNoticeProps & { readonly cancelled: string }) {
  const isCancelled = failure?.code === 'passkey_cancelled'
  return (
    <>
      <FailureNotice failure={isCancelled ? undefined : failure} own={own} />
      <Notice>{isCancelled && cancelled}</Notice>
    </>
  )
}

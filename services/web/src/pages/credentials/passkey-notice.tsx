import type { Failure } from '@countersign/device'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

/** How asking for a passkey ended: declining is said quietly, everything else as an error. */
export function PasskeyNotice({ failure, cancelled }: { failure: Failure | undefined; cancelled: string }) {
  const isCancelled = failure?.code === 'passkey_cancelled'
  return (
    <>
      <Notice>{isCancelled && cancelled}</Notice>
      <FailureNotice failure={isCancelled ? undefined : failure} />
    </>
  )
}

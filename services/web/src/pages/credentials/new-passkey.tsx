import type { Failure } from '@countersign/device'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { createPasskey } from '../../passkey/create-passkey.ts'
import { useSession } from '../../session/session.tsx'
import { useBrand } from '../../ui/brand.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

type Options = Parameters<typeof createPasskey>[0]

/** Makes a passkey under the name of its owner, by which they find it again: the one given, or the vault's. */
export function useNewPasskey(): (options: Options, owner?: string) => ReturnType<typeof createPasskey> {
  const { signUp } = useFullText()
  const format = useFormat()
  const { name } = useBrand()
  const { state } = useSession()
  const known = state.status === 'open' ? state.profile.values['name'] : undefined
  const unnamed = signUp.passkeyAccount(format.date(Date.now()))
  return (options, owner) => createPasskey(options, { service: name, account: owner ?? known ?? unnamed })
}

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

import type { Failure } from '@countersign/device'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { createPasskey } from '../../passkey/create-passkey.ts'
import { useSession } from '../../session/session.tsx'
import { useBrand } from '../../ui/brand.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

type Options = Parameters<typeof createPasskey>[0]

/** Creates a passkey under the given name, or the one in the vault. */
export function useNewPasskey(): (options: Options, owner?: string) => ReturnType<typeof createPasskey> {
  const { signUp } = useFullText()
  const format = useFormat()
  const { name } = useBrand()
  const { state } = useSession()
  const known = state.status === 'open' ? state.profile.values['name'] : undefined
  const unnamed = signUp.passkeyAccount(format.date(Date.now()))
  return (options, owner) => createPasskey(options, { service: name, account: owner ?? known ?? unnamed })
}

/** The failure of a ceremony: a cancelled one is no error. */
export function PasskeyNotice({ failure, cancelled }: { failure: Failure | undefined; cancelled: string }) {
  const isCancelled = failure?.code === 'passkey_cancelled'
  return (
    <>
      <Notice>{isCancelled && cancelled}</Notice>
      <FailureNotice failure={isCancelled ? undefined : failure} />
    </>
  )
}

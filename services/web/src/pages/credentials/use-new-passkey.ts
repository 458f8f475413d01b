import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { createPasskey } from '../../passkey/create-passkey.ts'
import { useBrand } from '../../ui/brand.tsx'

/** Makes a passkey; the names under which its owner finds it again are the same wherever it is made. */
export function useNewPasskey(): (options: Parameters<typeof createPasskey>[0]) => ReturnType<typeof createPasskey> {
  const { signUp } = useFullText()
  const format = useFormat()
  const { name } = useBrand()
  return (options) => createPasskey(options, { service: name, account: signUp.passkeyAccount(format.date(Date.now())) })
}

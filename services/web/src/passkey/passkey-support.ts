import { useEffect, useState } from 'preact/hooks'
import { canUsePasskeys } from './passkey.ts'

/** `no_prf`: it has passkeys, and says that they cannot give the secret that opens a vault. */
export type PasskeySupport = 'likely' | 'none' | 'no_prf'

/** What this browser can do. Whether an authenticator can too shows only when it is asked. */
export function usePasskeySupport(): PasskeySupport {
  const [support, setSupport] = useState<PasskeySupport>(() => (canUsePasskeys() ? 'likely' : 'none'))
  useEffect(() => {
    if (support !== 'likely') return
    hasPrf().then(
      (isThere) => isThere || setSupport('no_prf'),
      () => undefined,
    )
  }, [support])
  return support
}

/** A browser that does not say may well have it (WebAuthn Level 3 §5.1.7). */
async function hasPrf(): Promise<boolean> {
  const capabilities = await PublicKeyCredential.getClientCapabilities?.()
  return capabilities?.['extension:prf'] !== false
}

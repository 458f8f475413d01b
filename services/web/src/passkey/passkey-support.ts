import { useEffect, useState } from 'preact/hooks'
import { canUsePasskeys } from './passkey.ts'

/** `no_prf`: the browser has passkeys but says they lack PRF, so they cannot open a vault. */
export type PasskeySupport = 'likely' | 'none' | 'no_prf'

/** The browser's support. The authenticator's shows only during a ceremony. */
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

/** True when the browser does not say (WebAuthn Level 3 §5.1.7). */
async function hasPrf(): Promise<boolean> {
  const capabilities = await PublicKeyCredential.getClientCapabilities?.()
  return capabilities?.['extension:prf'] !== false
}

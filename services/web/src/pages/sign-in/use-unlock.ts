import { type KnownPerson, toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { readPasskeySecret } from '../../passkey/passkey.ts'
import { useSession } from '../../session/session.tsx'

/** How a person whom the browser knows opens the vault within their session: by their passkey, or by the password alone. */
export function useUnlock({ method }: KnownPerson, onEnded: () => void) {
  const { ask, warmUp } = useSession()
  const [password, setPassword] = useState('')
  const isPasskey = method.type === 'passkey'

  const unlock = async () => {
    try {
      if (method.type === 'password') return await ask('unlockByPassword', { password })
      const { credentialId } = method
      return await ask('unlockByPasskey', { credentialId, prf: await readPasskeySecret({ credentialId }) })
    } catch (error) {
      // The session has ended since core was asked: only a sign-in goes on.
      if (toFailure(error).code === 'invalid_session') onEnded()
      throw error
    }
  }
  const isReady = isPasskey || password !== ''
  return { isPasskey, isReady, password, setPassword, unlock, warmUp: () => warmUp(method.type) }
}

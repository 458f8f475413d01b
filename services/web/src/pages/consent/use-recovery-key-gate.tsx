import { ClientError, type FailureCode, toFailure } from '@countersign/device'
import { lazyPage } from '@countersign/ui/lazy-page.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

const KeepRecoveryKey = lazyPage(async () => (await import('../recovery-key/keep-recovery-key.tsx')).KeepRecoveryKey)

/** The worker approves nothing before the user has confirmed a recovery key. */
export const NEEDS_RECOVERY_KEY: FailureCode = 'recovery_key_unconfirmed'

type Gate = { readonly onKept: () => Promise<void>; readonly onCancel: () => void }

type RecoveryKeyGate = {
  /** Approves; if the recovery key must come first, again after its confirmation. */
  readonly pass: <Answer>(approve: () => Promise<Answer>) => Promise<Answer>
  readonly page: ComponentChildren
}

/** Delays the first approval until the recovery key is confirmed. A refused approval did nothing, so repeating is safe. */
export function useRecoveryKeyGate(): RecoveryKeyGate {
  const [gate, setGate] = useState<Gate>()
  const pass = async <Answer,>(approve: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await approve()
    } catch (error) {
      if (toFailure(error).code !== NEEDS_RECOVERY_KEY) throw error
    }
    const kept = new Promise<Answer>((resolve, reject) =>
      setGate({
        onKept: () => approve().then(resolve, reject),
        onCancel: () => reject(new ClientError({ code: NEEDS_RECOVERY_KEY })),
      }),
    )
    return kept.finally(() => setGate(undefined))
  }
  return { pass, page: gate && <KeepRecoveryKey next="approve" {...gate} /> }
}

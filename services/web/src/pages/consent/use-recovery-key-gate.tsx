import { ClientError, type FailureCode, toFailure } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { lazyPage } from '../../ui/lazy-page.tsx'

const KeepRecoveryKey = lazyPage(async () => (await import('../recovery-key/keep-recovery-key.tsx')).KeepRecoveryKey)

/** The worker approves nothing before the person has confirmed a recovery key. */
export const NEEDS_RECOVERY_KEY: FailureCode = 'recovery_key_unconfirmed'

type Gate = { readonly onKept: () => Promise<void>; readonly onCancel: () => void }

export type RecoveryKeyGate = {
  /** Approves; where the recovery key comes first, once that is confirmed. */
  readonly pass: <Answer>(approve: () => Promise<Answer>) => Promise<Answer>
  /** To be shown in the place of the request while it asks. */
  readonly page: ComponentChildren
}

/** Has a person's first approval wait for their recovery key: the refusal says so, and doing it again does nothing twice. */
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

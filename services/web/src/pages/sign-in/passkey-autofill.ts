import type { CallOutput } from '@countersign/device'
import { askForPasskey, RENEW_MS } from '../../passkey/passkey.ts'

type Started = CallOutput<'startPasskeySignIn'>

type Autofill = {
  readonly start: () => Promise<Started>
  readonly signal: AbortSignal
}

type Chosen = Pick<Started, 'challengeId'> & { readonly credential: PublicKeyCredential }

/**
 * Offers passkeys in the autofill of the login field (WebAuthn Level 3 §5.1.4, conditional mediation), renewing the
 * challenge before it expires. Failures are ignored: the user did not ask for it.
 * @returns the chosen passkey; undefined without one, or after the signal
 */
export async function offerPasskeys({ start, signal }: Autofill): Promise<Chosen | undefined> {
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
    for (;;) {
      // A hidden page needs no challenge, and core counts them.
      await becomeVisible(signal)
      const { challengeId, options } = await start()
      const credential = await ask(options, signal)
      if (credential) return { challengeId, credential }
    }
  } catch {
    return undefined
  }
}

/** @returns undefined when the challenge must be renewed */
async function ask(options: Started['options'], signal: AbortSignal): Promise<PublicKeyCredential | undefined> {
  const renewal = new AbortController()
  const timer = setTimeout(() => renewal.abort(), RENEW_MS)
  const asking = { mediation: 'conditional', signal: AbortSignal.any([signal, renewal.signal]) } as const
  try {
    return await askForPasskey(options, asking)
  } catch (error) {
    if (renewal.signal.aborted && !signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function becomeVisible(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  signal.throwIfAborted()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  const look = () => document.visibilityState === 'visible' && resolve()
  document.addEventListener('visibilitychange', look, { signal })
  look()
  return promise
}

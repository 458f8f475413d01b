import type { CallOutput } from '@countersign/device'
import { askForPasskey, RENEW_MS } from '../../passkey/passkey.ts'

type Started = CallOutput<'startPasskeySignIn'>

type Autofill = {
  readonly start: () => Promise<Started>
  readonly signal: AbortSignal
}

type Chosen = Pick<Started, 'challengeId'> & { readonly credential: PublicKeyCredential }

/**
 * Has the browser's autofill list the passkeys beside the login name (WebAuthn Level 3 §5.1.4, conditional mediation), with
 * a new challenge before each ends. Nobody asked for it, so nothing that fails is said: the page stays as it is.
 * @returns the one that was chosen; undefined where there is none, or the signal came first
 */
export async function offerPasskeys({ start, signal }: Autofill): Promise<Chosen | undefined> {
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
    for (;;) {
      // What nobody looks at needs no challenge, and core counts them.
      await becomeVisible(signal)
      const { challengeId, options } = await start()
      const credential = await ask(options, signal)
      if (credential) return { challengeId, credential }
    }
  } catch {
    return undefined
  }
}

/** @returns undefined when it is time for another challenge */
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

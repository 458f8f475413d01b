import { fromBase64url, toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'

/** The purpose of a gesture, named as in the messages. */
type Purpose = {
  readonly act: string
  readonly unlock_id?: string | undefined
}

/**
 * The challenge of a gesture (base64url). It names the purpose, so that a gesture for one is useless for another. The
 * device and the server each compute it.
 * @param nonce the server's, base64url
 */
export async function gestureChallenge(nonce: string, { act, unlock_id = '' }: Purpose): Promise<string> {
  return toBase64url(await hashBytes(lp(LABEL.gesture, fromBase64url(nonce), act, unlock_id)))
}

type PresentedFor = {
  /** The provider's issuer identifier as the device was configured, never as core says it. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
}

/**
 * The nonce (base64url) that a credential's holder key signs. A hash, because core chooses the app and the request:
 * unhashed, they could be the address and the nonce of a verifier elsewhere.
 */
export async function presentationNonce({ provider, audience, authRequestId }: PresentedFor): Promise<string> {
  return toBase64url(await hashBytes(lp(LABEL.presentation, provider, audience, authRequestId)))
}

import { fromBase64url, toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'

/** The purpose of a gesture, named as in the messages. */
type Purpose = {
  readonly act: string
  readonly unlock_id?: string | undefined
}

/** Base64url. Names the purpose, so that a gesture for one is useless for another. `nonce`: the server's, base64url. */
export async function gestureChallenge(nonce: string, { act, unlock_id = '' }: Purpose): Promise<string> {
  return toBase64url(await hashBytes(lp(LABEL.gesture, fromBase64url(nonce), act, unlock_id)))
}

type PresentedFor = {
  /** The provider's issuer identifier as the device was configured, never as core says it. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
}

/** A hash (base64url), because core chooses app and request: unhashed, they could be those of a verifier elsewhere. */
export async function presentationNonce({ provider, audience, authRequestId }: PresentedFor): Promise<string> {
  return toBase64url(await hashBytes(lp(LABEL.presentation, provider, audience, authRequestId)))
}

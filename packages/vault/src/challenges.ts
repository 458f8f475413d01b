import { fromBase64url, toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'

/** What a gesture is made for, by the name that the messages have for it. */
type Purpose = {
  readonly act: string
  /** The unlock record that is meant, where one is. */
  readonly unlock_id?: string | undefined
}

/**
 * The challenge of a gesture (base64url): it names what the gesture is for, so that one made for one purpose is of no use
 * for another. Device and server each compute it.
 * @param nonce the server's, base64url
 */
export async function gestureChallenge(nonce: string, { act, unlock_id = '' }: Purpose): Promise<string> {
  return toBase64url(await hashBytes(lp(LABEL.gesture, fromBase64url(nonce), act, unlock_id)))
}

/** Whom a credential is presented to: an app of this provider, for one request. */
type PresentedFor = {
  /** The issuer identifier of the provider, as the device was told it: never core's word. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
}

/**
 * The nonce (base64url) that the key of a credential signs. Core chooses app and request freely, so as they are they
 * could be the address and the nonce of a verifier elsewhere. A hash is no nonce that one would have chosen.
 */
export async function presentationNonce({ provider, audience, authRequestId }: PresentedFor): Promise<string> {
  return toBase64url(await hashBytes(lp(LABEL.presentation, provider, audience, authRequestId)))
}

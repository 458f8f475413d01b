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

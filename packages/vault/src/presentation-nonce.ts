import { toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'

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

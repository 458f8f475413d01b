import { base64url } from 'jose'
import { sha256 } from './sha256.ts'

/** Whom a credential is presented to: an app of this provider, for one request. */
export type PresentedFor = {
  /** The provider's issuer identifier, the `iss` of the data token. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
}

const LABEL = 'countersign/v1/presentation'

/**
 * The nonce that the holder's key signs. A hash, since core chooses the request: it could choose the nonce of a verifier
 * elsewhere. Each part is preceded by its length in bytes (four bytes, big-endian).
 */
export async function presentationNonce({ provider, audience, authRequestId }: PresentedFor): Promise<string> {
  const parts = [LABEL, provider, audience, authRequestId].flatMap((text) => {
    const bytes = new TextEncoder().encode(text)
    const length = new DataView(new ArrayBuffer(4))
    length.setUint32(0, bytes.length)
    return [length, bytes]
  })
  return base64url.encode(await sha256(new Uint8Array(await new Blob(parts).arrayBuffer())))
}

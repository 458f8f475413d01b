import { toBase64url } from '@countersign/vault'

/** SHA-256 of a value's UTF-8, base64url: how an entry of the log tells a value that is too long for it. */
export async function hashValue(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

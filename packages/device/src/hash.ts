import { toBase64url } from '@countersign/vault'

export async function sha256(data: string | ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** SHA-256 of a text's UTF-8, base64url. */
export async function hashText(text: string): Promise<string> {
  return toBase64url(await sha256(text))
}

import { encodeText } from '../jwt.ts'

/** The one hash that is taken (RFC 9901 §4.1.1). */
export async function hashDisclosure(data: string | ArrayBuffer, algorithm: string): Promise<Uint8Array> {
  if (algorithm !== 'sha-256') throw new Error('The disclosures of a credential are hashed by SHA-256.')
  const bytes = typeof data === 'string' ? encodeText(data) : data
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

import type { PublicJwk } from '@countersign/contracts'
import { expectFields, expectText } from '../../json-form.ts'

/** A key for sealed claims; with its private half where it was made here. */
export type NewKey = { readonly publicJwk: PublicJwk; readonly privateJwk?: string | undefined }

/** Where it is to come from, as it stands in a form. */
export type KeyDraft = { readonly way: 'make' | 'paste' | 'none'; readonly pasted: string }

export const MADE_HERE: KeyDraft = { way: 'make', pasted: '' }

/** Whether the form can be sent. */
export function isSoundDraft({ way, pasted }: KeyDraft): boolean {
  return way !== 'paste' || readPastedKey(pasted) !== undefined
}

/** The key that is wanted; nothing where the app is to have none. */
export async function takeKey({ way, pasted }: KeyDraft): Promise<NewKey | undefined> {
  return way === 'make' ? makeKey() : way === 'paste' ? readPastedKey(pasted) : undefined
}

/** A key pair on P-256. The private half, a JWK as JSON, is the app's alone: it is sent nowhere. */
async function makeKey(): Promise<NewKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const { x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y }
  return { publicJwk, privateJwk: JSON.stringify({ ...publicJwk, d }) }
}

/** What holds a private half is refused before it is sent. */
function readPastedKey(text: string): NewKey | undefined {
  try {
    const jwk = expectFields(JSON.parse(text))
    return 'd' in jwk || 'k' in jwk ? undefined : { publicJwk: { ...jwk, kty: expectText(jwk['kty'], /./) } }
  } catch {
    return undefined
  }
}

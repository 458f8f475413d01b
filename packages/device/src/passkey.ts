import type { PasskeyAssertion, PasskeyRegistration } from '@countersign/contracts'
import { toBase64url } from '@countersign/vault'
import { ClientError } from './failure.ts'

/**
 * A passkey as its authenticator answered. Core gets the response; the PRF output never leaves the device, and its buffer
 * is wiped after use, so a repeated call needs a new gesture.
 */
export type NewPasskey = { response: PasskeyRegistration; prf: ArrayBuffer }
export type UsedPasskey = { challengeId: string; response: PasskeyAssertion; prf: ArrayBuffer }

/** 512 bytes. WebAuthn allows 1023, but HKDF derives a record's key with the id in `info`, which takes 1024 in all. */
const MAXIMUM_ID_CHARACTERS = 683

/**
 * Refuses a passkey whose id is too long for an unlock record.
 * @throws ClientError `passkey_no_prf`
 */
export function requireUsableId(credentialId: string): void {
  if (credentialId.length > MAXIMUM_ID_CHARACTERS) throw new ClientError({ code: 'passkey_no_prf' })
}

/** The user handle of an account: the bytes of its id, a UUID (WebAuthn Level 3 §4, user handle). */
export function encodeUserHandle(userId: string): string {
  const bytes = (userId.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return toBase64url(new Uint8Array(bytes))
}

/**
 * Refuses creation options for another account: an authenticator replaces the passkey that it has under the same handle.
 * @throws ClientError `unexpected_answer`
 */
export function requireHandleOf(userId: string, { user }: { readonly user: { readonly id: string } }): void {
  if (user.id !== encodeUserHandle(userId)) throw new ClientError({ code: 'unexpected_answer' })
}

import type { PasskeyAssertion, PasskeyRegistration } from '@countersign/contracts'
import { toBase64url } from '@countersign/vault'
import { ClientError } from './failure.ts'

/** The PRF output stays on the device and is wiped after use, so a repeated call needs a new gesture. */
export type NewPasskey = { response: PasskeyRegistration; prf: ArrayBuffer }
export type UsedPasskey = { challengeId: string; response: PasskeyAssertion; prf: ArrayBuffer }

/** 512 bytes. WebAuthn allows 1023, but the id is in HKDF's `info`, which takes 1024 in all. */
const MAXIMUM_ID_CHARACTERS = 683

/** @throws ClientError `passkey_no_prf` */
export function requireUsableId(credentialId: string): void {
  if (credentialId.length > MAXIMUM_ID_CHARACTERS) throw new ClientError({ code: 'passkey_no_prf' })
}

/** The bytes of the account's UUID (WebAuthn Level 3 §4, user handle). */
export function encodeUserHandle(userId: string): string {
  const bytes = (userId.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return toBase64url(new Uint8Array(bytes))
}

/** The authenticator would replace another account's passkey. @throws ClientError `unexpected_answer` */
export function requireHandleOf(userId: string, { user }: { readonly user: { readonly id: string } }): void {
  if (user.id !== encodeUserHandle(userId)) throw new ClientError({ code: 'unexpected_answer' })
}

import { toBase64url } from '@countersign/vault'
import { ClientError } from '../failure.ts'

/** How an authenticator knows an account: the bytes of its id, a UUID (WebAuthn Level 3 §4, user handle). */
export function encodeUserHandle(userId: string): string {
  const bytes = (userId.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return toBase64url(new Uint8Array(bytes))
}

/**
 * An authenticator replaces the passkey that it has under the same handle: a new one is made for this account or not at
 * all.
 * @throws ClientError `unexpected_answer`
 */
export function requireHandleOf(userId: string, { user }: { readonly user: { readonly id: string } }): void {
  if (user.id !== encodeUserHandle(userId)) throw new ClientError({ code: 'unexpected_answer' })
}

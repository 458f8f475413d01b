/** How an authenticator knows a person: the 16 bytes of their identifier (WebAuthn Level 3 §4, user handle). */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

import { formatUuid } from '@countersign/service/secrets'

const USER_HANDLE = /^[A-Za-z0-9_-]{22}$/

/** How an authenticator knows a person: the 16 bytes of their identifier (WebAuthn Level 3 §4, user handle). */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The user id of a user handle; undefined if the handle is malformed. */
export function findUserOfHandle(handle: string | undefined): string | undefined {
  if (handle === undefined || !USER_HANDLE.test(handle)) return undefined
  return formatUuid(Buffer.from(handle, 'base64url'))
}

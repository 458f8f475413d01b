import { randomBytes } from 'node:crypto'
import { formatUuid, sha256 } from '@countersign/service/secrets'

const BUCKET_BYTES = 4

/**
 * A new sign-in identifier (a UUID, RFC 9562 §5.8). Its first 32 bits hash the login's newest identifier, registered or
 * not, so that pending sign-ins of one login are adjacent in the index; the rest is random.
 */
export function newLoginId(newestIdentifier: string): string {
  const bytes = Buffer.concat([sha256(newestIdentifier).subarray(0, BUCKET_BYTES), randomBytes(16 - BUCKET_BYTES)])
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6)
  return formatVariant(bytes)
}

/** The first 32 bits of a sign-in identifier as a signed number: the key that its row is distributed by. */
export function bucketOf(loginId: string): number {
  return Buffer.from(loginId.slice(0, 2 * BUCKET_BYTES), 'hex').readInt32BE()
}

const LARGEST_COUNT = 0xfff

let last = { ms: 0, count: 0 }

/**
 * A UUIDv7 (RFC 9562 §5.7): the millisecond, then a counter within it, so that events of one process sort in their order
 * even where the database's clock shows no difference.
 */
export function newEventId(ms = Date.now()): string {
  if (ms > last.ms) last = { ms, count: 0 }
  else last = last.count < LARGEST_COUNT ? { ms: last.ms, count: last.count + 1 } : { ms: last.ms + 1, count: 0 }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(last.ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | last.count, 6)
  return formatVariant(bytes)
}

function formatVariant(bytes: Buffer): string {
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return formatUuid(bytes)
}

const USER_HANDLE = /^[A-Za-z0-9_-]{22}$/

/** The user handle of a passkey (WebAuthn Level 3 §4): the 16 bytes of the user id. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The user id of a user handle; undefined if the handle is malformed. */
export function findUserOfHandle(handle: string | undefined): string | undefined {
  if (handle === undefined || !USER_HANDLE.test(handle)) return undefined
  return formatUuid(Buffer.from(handle, 'base64url'))
}

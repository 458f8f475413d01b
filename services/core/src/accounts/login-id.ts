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
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return formatUuid(bytes)
}

/** Where the row of a sign-in lies: the first 32 bits of its identifier, as a signed number. */
export function bucketOf(loginId: string): number {
  return Buffer.from(loginId.slice(0, 2 * BUCKET_BYTES), 'hex').readInt32BE()
}

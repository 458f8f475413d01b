import { randomBytes } from 'node:crypto'
import { formatUuid, sha256 } from '@countersign/service/secrets'

const BUCKET_BYTES = 4

/**
 * A new identifier of a sign-in (a UUID of RFC 9562 §5.8). Its first 32 bits are those of a hash of the login name's newest
 * identifier, whether somebody has the name or not, so that the open sign-ins of a name lie together; the rest is random.
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

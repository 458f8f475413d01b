import { randomBytes } from 'node:crypto'
import { formatUuid } from '@countersign/service/secrets'

const LARGEST_COUNT = 0xfff

let last = { ms: 0, count: 0 }

/**
 * A UUID of RFC 9562 §5.7: the millisecond, then the number within it, so that of two events of this process the later has
 * the larger identifier, also where the clock of the database tells no difference.
 */
export function newEventId(ms = Date.now()): string {
  if (ms > last.ms) last = { ms, count: 0 }
  else last = last.count < LARGEST_COUNT ? { ms: last.ms, count: last.count + 1 } : { ms: last.ms + 1, count: 0 }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(last.ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | last.count, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return formatUuid(bytes)
}

const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Sixteen bytes as the text of a UUID (RFC 9562 §4). */
export function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(PARTS, '$1-$2-$3-$4-$5')
}

/**
 * A value as PostgreSQL reads it: bytes, or text, objects as JSON and arrays as array literals.
 * @throws TypeError for a function or symbol, and for an object that cannot be written as JSON
 */
export function literalOf(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return literalOfObject(value)
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  throw new TypeError(`A ${typeof value} is no value of a statement.`)
}

function literalOfObject(value: object): string | Buffer {
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? arrayOf(value) : JSON.stringify(value)
}

/** An array literal (PostgreSQL, 8.15.6). */
function arrayOf(values: readonly unknown[]): string {
  return `{${values.map(elementOf).join(',')}}`
}

function elementOf(value: unknown): string {
  if (Array.isArray(value)) return arrayOf(value)
  const literal = literalOf(value)
  if (literal === null) return 'NULL'
  return typeof literal === 'string' ? `"${literal.replace(/["\\]/g, '\\$&')}"` : `"\\\\x${literal.toString('hex')}"`
}

/** A value of a statement as PostgreSQL takes it: bytes as they are, anything else as the text of its type. */
export function parameterOf(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`
  return JSON.stringify(value)
}

function elementOf(value: unknown): string {
  const parameter = parameterOf(value)
  if (parameter === null) return 'NULL'
  if (Array.isArray(value)) return String(parameter)
  const text = typeof parameter === 'string' ? parameter : `\\x${parameter.toString('hex')}`
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

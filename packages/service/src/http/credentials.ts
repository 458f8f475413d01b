const CREDENTIALS = /^([^ ]+) *(.*)$/

/**
 * The credentials of an `Authorization` header for a scheme, case-insensitive (RFC 9110 §11.4). Empty if the scheme stands
 * alone, undefined if the header is missing or has another scheme. The caller checks their syntax.
 */
export function findCredentials(header: string | undefined, scheme: 'basic' | 'bearer' | 'dpop'): string | undefined {
  const [, name = '', credentials = ''] = CREDENTIALS.exec(header ?? '') ?? []
  return name.toLowerCase() === scheme ? credentials : undefined
}
